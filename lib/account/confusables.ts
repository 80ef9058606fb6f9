/**
 * Signs that look like others, each with what it is taken for at the same place of the second text: those of
 * Unicode's confusables (UTS #39) that look like one letter or digit, the small letters of Cyrillic and Greek that are
 * drawn like Latin ones in common typefaces, and the capitals of scripts that know them with their small letters. The
 * function `esqueleto_nombre` of the database holds the same.
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
