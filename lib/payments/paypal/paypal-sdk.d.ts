declare module '@paypal/checkout-server-sdk' {
  type Call = { path: string; verb: string; headers: Record<string, string>; body?: unknown };
  type Answer = { result: unknown };
  class PayPalEnvironment {
    constructor(clientId: string, clientSecret: string, baseUrl: string, webUrl: string);
    readonly baseUrl: string;
    /** The `Authorization` header of the client's id and secret. */
    authorizationString(): string;
  }
  class LiveEnvironment extends PayPalEnvironment {
    constructor(clientId: string, clientSecret: string);
  }
  class PayPalHttpClient {
    constructor(environment: PayPalEnvironment);
    readonly environment: PayPalEnvironment;
    execute(request: Call): Promise<Answer>;
  }
  const sdk: {
    core: {
      PayPalEnvironment: typeof PayPalEnvironment;
      LiveEnvironment: typeof LiveEnvironment;
      PayPalHttpClient: typeof PayPalHttpClient;
    };
  };
  export default sdk;
}
