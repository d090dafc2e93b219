import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { gatewayOf, harbour } from '../harness/chains.ts'
import { attacker, forgeRequest } from './forge.ts'
import type { SwapLie } from './lie.ts'
import { eachQuoteLie } from './service-quote.ts'
import { writePath } from './wire.ts'

const kinds = [
  ['signed', signedRequest],
  ['inbox', inboxRequest],
  ['native', nativeRequest],
] as const
type More = Omit<SwapLie, 'name' | 'liar' | 'makeLie'>

/**
 * The service chooses an account that may cancel: `delegates` in order, the last one for every later quote.
 */
function delegated(name: string, delegates: readonly (string | null)[], more: More): SwapLie {
  return eachQuoteLie(
    name,
    (quote, request, before) => {
      const delegate = delegates[Math.min(before, delegates.length - 1)] ?? null
      if (delegate !== null)
        forgeRequest(quote, request, (witness) => writePath(witness, 'basicReq.delegate', delegate))
    },
    more,
  )
}

const mustName = ['question:delegateNotRequested']
const another = gatewayOf(harbour)

const reviewed = kinds.flatMap(([kind, request]) => [
  delegated(`${kind}, the delegate is one of the service's own`, [attacker], { request, mustName }),
  delegated(`${kind}, the delegate is a contract of the deployment`, [another], { request, mustName }),
  delegated(`${kind}, the delegate is the attacker and another one was requested`, [attacker], {
    request: { ...request, options: { ...request.options, delegateAddress: another } },
    mustName,
  }),
  delegated(`${kind}, the delegate is nobody`, [zeroAddress], { request, mustRefuse: true }),
  delegated(`${kind}, the delegate is the native constant`, [nativeAddress], { request, mustRefuse: true }),
])

/** Delegates in a later quote. The native currency is quoted only once. */
const requoted = kinds
  .filter(([kind]) => kind !== 'native')
  .flatMap(([kind, request]) => {
    const more = { request, isAfterReview: true, takesOffer: true } as const
    return [
      delegated(`${kind}, the delegate is another one after the review`, [null, attacker], more),
      delegated(`${kind}, the agreed delegate is another one after the review`, [another, attacker], {
        ...more,
        mustName,
      }),
    ]
  })

export const delegateLies: readonly SwapLie[] = [...reviewed, ...requoted]
