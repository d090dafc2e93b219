import type { OutgoingHttpHeaders } from 'node:http'

/** What an endpoint answers: a JSON body, or bytes of another type. */
export interface Reply {
  readonly status: number
  readonly headers?: OutgoingHttpHeaders
  readonly json?: unknown
  readonly bytes?: Buffer
}

/** Thrown by an endpoint to answer with a failure envelope. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The success envelope (interface 2); the body says 200 even where HTTP says 201, as deployments do. */
export function success(result: unknown, status = 200): Reply {
  return { status, json: { success: true, statusCode: 200, result, message: null } }
}

/** The failure envelope (interface 7). */
export function failure(status: number, message: string): Reply {
  return { status, json: { success: false, statusCode: status, message } }
}
