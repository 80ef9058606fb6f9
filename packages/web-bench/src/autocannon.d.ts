/** The subset of the package that the load test uses. */
declare module 'autocannon' {
  export type Asked = { method?: string; path?: string; headers?: Record<string, string>; body?: string };
  export type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; max: number };
    errors: number;
    timeouts: number;
    non2xx: number;
    statusCodeStats: Record<string, { count: number }>;
  };
  export default function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: Asked[];
    overallRate?: number;
    timeout?: number;
  }): Promise<Result>;
}
