/** One request to the interface, as it came. */
export interface AskedCall {
  /** The endpoint's name as faults call it. */
  readonly endpoint: string
  /** The text of each parameter by its name; of a repeated one the last. */
  readonly params: { readonly [name: string]: string }
  /** The whole query as it stood in the address. */
  readonly query: string
  /** The origin that the request names, by `Origin` or else by `Referer`; null where it names none. */
  readonly origin: string | null
  /** The id in the header `affiliate`; null without one. */
  readonly affiliate: string | null
  /** The JSON that was posted; null where none was. */
  readonly body: unknown
}

const most = 2000

/** The requests that reached the endpoints, the oldest first: for tests of what a client sends. */
export class Asked {
  #calls: AskedCall[] = []

  /** Gives how to add what was posted, which is read later. */
  note(
    endpoint: string,
    { searchParams, search }: URL,
    headers: Pick<AskedCall, 'origin' | 'affiliate'>,
  ): (body: unknown) => void {
    const call = { endpoint, params: Object.fromEntries(searchParams), query: search.slice(1), ...headers }
    const noted: { -readonly [K in keyof AskedCall]: AskedCall[K] } = { ...call, body: null }
    this.#calls.push(noted)
    if (this.#calls.length > most) this.#calls.shift()
    return (body) => {
      noted.body = body
    }
  }

  get calls(): readonly AskedCall[] {
    return this.#calls
  }

  reset(): void {
    this.#calls = []
  }
}
