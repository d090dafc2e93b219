/** Values that may be lost: quotes under review. They outlive the worker, not their time. */
export interface ExpiringStore {
  put(key: string, value: unknown, lifeMs: number): Promise<void>
  /** Null when it was never there or its time is over. */
  get(key: string): Promise<{ readonly value: unknown; readonly savedMs: number } | null>
  /** Removes what is over. */
  sweep(): Promise<void>
}
