import java.nio.charset.StandardCharsets;

/** Prints what the shop has written into its copy, in the ways in which a plugin keeps placeholders. */
public final class Main {
  private static final String BUYER = "%%__USERNAME__%%";
  private static final long CONSTANT = 0x2525_5f5f_5553_4552L;

  public static void main(String[] args) throws Exception {
    System.out.println(BUYER + " " + args.length + " v%%__RESOURCE_VERSION__%% " + (CONSTANT != 0));
    try (var file = Main.class.getResourceAsStream("/plugin.yml")) {
      System.out.print(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    }
    System.out.println(new Mark().text());
  }

  /** Its constants have a placeholder between texts of the same class. */
  private static final class Mark {
    String text() {
      return "mark=%%__NONCE__%%\u00f1\ud83c\udfae" + Main.class.getSimpleName();
    }
  }
}
