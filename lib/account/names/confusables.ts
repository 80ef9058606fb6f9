/**
 * Characters that look like others: each character of the first text is read as the one at the same position of the
 * second. They are Unicode's confusables (UTS #39) for single letters and digits, the small Cyrillic and Greek letters
 * that common typefaces draw like Latin ones, and capital letters with their small ones. The database function
 * `esqueleto_nombre` contains the same list.
 */
export const confusables = {
  signs: [
    '¢¥Ð×ØÞßðøþĐđĦħıĸŁłŦŧƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƧƭƮƴƵƶƷƻƼƽǀǤǥȜȢȣȤȥȼȾɄɆɇɈɉɍɎɏɐɑɒɓɖɗɛɠɡɣɦɨɩɪɫɭɯɳɵɼɽʂʋʏʐʠͰͲͶͿΑΒΓΔ',
    'ΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαγεηθικνορςστυωϏϘϚϜϞϠϢϤϦϨϪϬϮϳϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгек',
    'мнорстухєѕіјћѠѡѢѣѤѦѨѪѬѮѰѲѳѴѵѸѺѼѾҀҊҌҍҎҐҒғҔҖҘҚҜҞҠҢҤҦҨҪҫҬҮүҰұҲҴҶҸҺһҼҽҾҿӀӃӅӇӉӋӍӏӔӘӠӨөӶӺӼӾԀԁԂԄԆԈԊԌԎԐԒԔԖԘԚ',
    'ԛԜԝԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖագզհոռսցքօ०০৪৭੦੧੪૦ଠ୦୨௦౦೦ഠ൦൭๐໐ဝ၀ყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂ',
    'ᏃᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏮᏲᏳᏴᐯᑌᑭᑯᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮ᚷᛁᛕᛖᴄᴏᴑᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿ₩₫₭℮∣∨∪⊖⊝⊤⋁⋃⋿⍡⍬⍳⍴⍶⍸⍺⏽│╳⟙⤫⤬⨯⨰ⱧⱩⲅⲎⲒⲔⲘ',
    'ⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳊⳌⳐⳒⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙄꙇꚕꛟꛯꜱꝀꝊꝋꝚꝡꝪꝮꞌꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ',
  ].join(''),
  takenFor: [
    'cydxopbdopddhhikllttbbbbddgffllklnnopr2ttyzz325slgg388zzctueejjryyaaabddeggyhiiillwnorrsuyzqͱͳͷjabyδ',
    'ezholkλmnξoπpctyφxψwayenoikvopcotuwϗϙϛfϟϡϣϥϧ2ϫϭϯjϸmͻͼͽђesljљњhџabbrдeж3иkлmhoпpctyфxцчшщъыbэюяa6brek',
    'mhopctyxesijhwwbbѥѧѩѫѭѯѱoovvѹѻѽѿҁҋbbҏґrrҕҗ3kҝkҡhҥҧҩcctyyyyxҵҷҹhheeeelӄӆhhӌmiӕә3ooӷӻӽӿddԃԅԇԉԋgԏԑԓԕԗԙq',
    'qwwԟԡԣԥԧԩԫԭԯwբqդեqէըթժիլխծկhձղճմյնշnչպջnuվsրgւփfoֆwqqhnnugfooo89o98ooo9ooooo9ooooyouodrtiyajewmhyogh',
    'zu4brwsvslcpkdo6hgbvupdjl2xhxrbfaddmbxxxlkmcoouvwzrfnrstziipugyfywdkelvuootvuetoipaiallxtxxxxhkrhlkm',
    'nooppcctyx93l6oveoloqxobpddtgkjczfmnlsrvhwxyaelou2ihv2skoo2w39lffu3jxbefoorruuyoirwozuvsco',
  ].join(''),
};
