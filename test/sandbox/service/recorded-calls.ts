/** One request to the interface, as received. */
export interface RecordedCall {
  /** The endpoint's name, as in faults. */
  readonly endpoint: string
  /** Each parameter's text by its name; the last one if it is repeated. */
  readonly params: { readonly [name: string]: string }
  /** The whole query of the URL. */
  readonly query: string
  /** The origin in `Origin` or else in `Referer`; null if neither is there. */
  readonly origin: string | null
  /** The id in the header `affiliate`; null without one. */
  readonly affiliate: string | null
  /** The posted JSON; null if there was none. */
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
