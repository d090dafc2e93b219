import type { OutgoingHttpHeaders } from 'node:http'

export interface Reply {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders
  readonly json?: unknown
  readonly bytes?: Buffer
}

/** An endpoint throws it to answer with a failure envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The success envelope (interface 2). The body has 200 even if HTTP has 201, as in deployments. */
export function success(result: unknown, status = 200): Reply {
  return { status, json: { success: true, statusCode: 200, result, message: null } }
}

/** The failure envelope (interface 7). */
export function failure(status: number, message: string): Reply {
  return { status, json: { success: false, statusCode: status, message } }
}
