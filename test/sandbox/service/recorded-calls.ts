export interface RecordedCall {
  readonly endpoint: string
  /** Each parameter's text by its name; the last one if it is repeated. */
  readonly params: { readonly [name: string]: string }
  readonly query: string
  /** The origin in `Origin` or else in `Referer`; null if neither is there. */
  readonly origin: string | null
  readonly affiliate: string | null
  readonly body: unknown
}

const maxCalls = 2000

/** The requests that reached the endpoints, the oldest first, so that tests can check them. */
export class RecordedCalls {
  #calls: RecordedCall[] = []

  /** Returns a function that adds the posted body, which is read later. */
  note(
    endpoint: string,
    { searchParams, search }: URL,
    headers: Pick<RecordedCall, 'origin' | 'affiliate'>,
  ): (body: unknown) => void {
    const call = { endpoint, params: Object.fromEntries(searchParams), query: search.slice(1), ...headers }
    const noted: { -readonly [K in keyof RecordedCall]: RecordedCall[K] } = { ...call, body: null }
    this.#calls.push(noted)
    if (this.#calls.length > maxCalls) this.#calls.shift()
    return (body) => {
      noted.body = body
    }
  }

  get calls(): readonly RecordedCall[] {
    return this.#calls
  }

  reset(): void {
    this.#calls = []
  }
}
