import { request } from 'node:http'

export interface Answered<Result> {
  readonly status: number
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly body: { success: boolean; statusCode: number; message: string | null; result: Result }
}

export interface CallOptions {
  readonly body?: unknown
  readonly origin?: string
  readonly referer?: string
  readonly affiliate?: string
  /** The address to call from, by which the rate limit identifies clients. */
  readonly from?: string
}

/** Calls the service as one of many clients: every loopback address is one. */
export async function callService<Result>(url: string, options: CallOptions = {}): Promise<Answered<Result>> {
  const { status, headers, text } = await rawCall(url, options)
  return { status, headers, body: JSON.parse(text) as Answered<Result>['body'] }
}

/** Like `callService`, with the body as text. Rejects if the connection is dropped. */
export function rawCall(
  url: string,
  { body, origin, referer, affiliate, from = '127.0.0.1' }: CallOptions,
): Promise<{ status: number; headers: Answered<unknown>['headers']; text: string }> {
  return new Promise((resolve, reject) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(origin === undefined ? {} : { origin }),
      ...(referer === undefined ? {} : { referer }),
      ...(affiliate === undefined ? {} : { affiliate }),
    }
    const method = json === undefined ? 'GET' : 'POST'
    const call = request(url, { method, headers, localAddress: from, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    call.on('error', reject)
    call.end(json)
  })
}
