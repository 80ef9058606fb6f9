import java.io.FileInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Lists an archive by reading it from its beginning, which checks the sum of every entry. */
public final class List {
  public static void main(String[] args) throws Exception {
    try (var zip = new ZipInputStream(new FileInputStream(args[0]))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        zip.readAllBytes();
        System.out.println(entry.getName());
      }
    }
  }
}
