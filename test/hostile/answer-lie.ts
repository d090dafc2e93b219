import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { user } from '../harness/chains.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'
import type { Endpoint } from './wire-service.ts'

export type More = Omit<SwapLie, 'name' | 'liar' | 'makeLie'> & {
  /** Runs before the person requests a quote. */
  readonly prepare?: (scene: Scene) => void
}

/** A lie of the service in each answer of an endpoint. With `isAfterReview`, its first answer is honest. */
function answerLie(
  name: string,
  endpoint: Endpoint,
  change: (answer: Wire, scene: Scene, before: number) => void,
  { prepare, ...more }: More = {},
): SwapLie {
  const honest = more.isAfterReview === true ? 1 : 0
  return {
    ...more,
    name,
    liar: 'service',
    makeLie(scene) {
      prepare?.(scene)
      scene.service.changeResult(endpoint, (answer, before) => {
        if (before >= honest) change(answer, scene, before)
      })
    },
  }
}

export function quoteLie(
  name: string,
  change: (quote: Wire, request: QuoteRequest, scene: Scene, before: number) => void,
  more?: More,
): SwapLie {
  return answerLie(name, 'quote', (quote, scene, before) => change(quote, scene.request, scene, before), more)
}

export function buildLie(name: string, change: (answer: Wire, scene: Scene) => void, more?: More): SwapLie {
  return answerLie(name, 'build', change, more)
}

/**
 * No solver executes the request, unless `fate` says so. The service reports a false status; without a record there is
 * nothing to change.
 */
export function statusLie(
  name: string,
  change: (record: Wire, scene: Scene) => void,
  { fate = [], prepare, ...more }: More & { readonly fate?: readonly number[] } = {},
): SwapLie {
  return answerLie(
    `status: ${name}`,
    'status',
    (record, scene) => {
      if (typeof record === 'object' && record !== null) change(record, scene)
    },
    {
      waitMs: 1_500_000,
      ...more,
      prepare(scene) {
        scene.world.solver.fate = fate
        prepare?.(scene)
      },
    },
  )
}

/** The service reports the swap as done (4), refunded (7) or another end, by this transaction. */
export function reportEnd({ service }: Scene, code: number, hash: string): void {
  service.changeResult('status', (record) => {
    writePath(record, 'exchangeStatusCode', code)
    writePath(record, code === 7 ? 'refund.txHash' : 'destinationData.txHash', hash)
  })
}

/** A stranger pays the person as much as a delivery (4) or a refund (7) would. */
export function payFor({ pay, request }: Scene, code: 4 | 7): `0x${string}` {
  return code === 4
    ? pay(request.destinationChainId, request.outputToken, user, 10n ** 12n)
    : pay(request.originChainId, request.inputToken, user, BigInt(request.inputAmount))
}
