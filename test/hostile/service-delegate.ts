import { nativeAddress, zeroAddress } from '../../lib/base/hex.ts'
import { gatewayOf, harbour } from '../harness/chains.ts'
import { type More, quoteLie } from './answer-lie.ts'
import { attacker, forgeRequest } from './forge.ts'
import { kinds } from './kinds.ts'
import type { SwapLie } from './lie.ts'
import { writePath } from './wire.ts'

/** The service chooses an account that may cancel. */
const delegated = (name: string, delegate: string, more: More) =>
  quoteLie(
    name,
    (quote, request) =>
      forgeRequest(quote, request, (witness) => writePath(witness, 'basicReq.delegate', delegate)),
    more,
  )

const mustName = ['question:delegateNotRequested']
const another = gatewayOf(harbour)

const reviewed = (['signed', 'inbox', 'native'] as const).flatMap((kind) => {
  const { request } = kinds[kind]
  const requesting = { ...request, options: { ...request.options, delegateAddress: another } }
  return [
    delegated(`${kind}, the delegate is one of the service's own`, attacker, { request, mustName }),
    delegated(`${kind}, the delegate is a contract of the deployment`, another, { request, mustName }),
    delegated(`${kind}, the delegate is the attacker and another one was requested`, attacker, {
      request: requesting,
      mustName,
    }),
    delegated(`${kind}, the delegate is nobody`, zeroAddress, { request, mustRefuse: true }),
    delegated(`${kind}, the delegate is the native constant`, nativeAddress, { request, mustRefuse: true }),
  ]
})

/** Delegates in a later quote. The native currency is quoted only once. */
const requoted = (['signed', 'inbox'] as const).flatMap((kind) => {
  const more = { ...kinds[kind], isAfterReview: true, takesOffer: true } as const
  return [
    delegated(`${kind}, the delegate is another one after the review`, attacker, more),
    delegated(`${kind}, the agreed delegate is another one after the review`, attacker, {
      ...more,
      mustName,
      prepare: ({ world }) => {
        world.service.delegate = another
      },
    }),
  ]
})

export const delegateLies: readonly SwapLie[] = [...reviewed, ...requoted]
