import type { UnreachedReason } from './port.ts'

/** The connection to a wallet ended: the result of a call is unknown. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected'
}

/** The wallet was certainly not called. */
export class Unreached extends Error {
  override readonly name = 'Unreached'
  readonly reason: UnreachedReason

  constructor(reason: UnreachedReason) {
    super(`the wallet was not called: ${reason}`)
    this.reason = reason
  }
}
