/** Figures of a running server, for Prometheus; names and labels only, no ids of accounts and nothing of payloads. */
export interface Metrics {
  request(route: string, status: number, seconds: number): void;
  job(kind: string, outcome: string, seconds: number): void;
  delivery(kind: string, status: 'delivered' | 'failed' | 'again'): void;
  /** The text of `/metrics`. */
  text(): Promise<string>;
  readonly contentType: string;
}
