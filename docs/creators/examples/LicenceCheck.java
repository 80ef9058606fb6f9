import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the shop whether a licence key is active on this server. Call it off the main thread. */
public final class LicenceCheck {
  private static final String SHOP = "https://shop.example";
  private static final String PRODUCT = "00000000-0000-0000-0000-000000000000";
  private static final HttpClient CLIENT = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** What the shop says; UNKNOWN when it does not answer: let the plugin run, and ask again later. */
  public enum Answer { ACTIVE, REFUSED, UNKNOWN }

  /**
   * @param key as the buyer has entered it
   * @param instance a random id that the plugin keeps in its folder
   */
  public static Answer activate(String key, String instance) {
    if (!key.matches("[A-Za-z0-9-]{1,64}") || !instance.matches("[A-Za-z0-9-]{1,100}")) return Answer.REFUSED;
    String body = String.format(
        "{\"license_key\":\"%s\",\"product_id\":\"%s\",\"instance\":\"%s\"}", key, PRODUCT, instance);
    HttpRequest request = HttpRequest.newBuilder(URI.create(SHOP + "/api/v1/licenses/activate"))
        .timeout(Duration.ofSeconds(10))
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    try {
      HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 409) return Answer.REFUSED;
      if (response.statusCode() != 200) return Answer.UNKNOWN;
      return response.body().contains("\"activated\":true") ? Answer.ACTIVE : Answer.REFUSED;
    } catch (IOException problem) {
      return Answer.UNKNOWN;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Answer.UNKNOWN;
    }
  }

  private LicenceCheck() {}
}
