import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { across, depositAsk, inboxAsk, manualAsk, nativeAsk, signedAsk } from '../flow/world/drive.ts'
import { island, user } from '../flow/world/places.ts'
import { attacker } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { statusLie } from './service-status.ts'
import { put, type Wire } from './wire.ts'

const made = `0x${'77'.repeat(32)}`
const farId = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const ways: readonly (readonly [string, QuoteRequest, Pick<SwapLie, 'choice'>])[] = [
  ['signed', signedAsk, {}],
  ['native', nativeAsk, {}],
  ['inbox', inboxAsk, {}],
  ['manual', manualAsk, { choice: across }],
  ['deposit', depositAsk, { choice: { routeKey: 'deposit' } }],
]

/** Refunds on the destination that are none, of money that was really taken and of money that never was. */
export const refundLies: readonly SwapLie[] = ways.flatMap(([word, ask, more]) =>
  ([[1, 2], []] as const).flatMap((fate) => {
    const taken = fate.length === 0 ? 'never taken' : 'taken'
    let hash = made
    const say =
      (chainId: number, id = () => hash) =>
      (record: Wire) => {
        put(record, 'exchangeStatusCode', 7)
        put(record, 'refund', { chainId, txHash: id() })
      }
    const paid = (receiver: string, units: bigint) => ({
      ...{ ...more, ask, fate },
      later({ pay }: Scene) {
        hash = pay(island.chainId, ask.outputToken, receiver, units)
      },
    })
    const on = `${word}, ${taken}, refunded on the destination`
    return [
      statusLie(`${on} by somebody else's payment`, say(island.chainId), paid(user, 10n ** 20n)),
      statusLie(`${on} by dust`, say(island.chainId), paid(user, 1n)),
      statusLie(`${on} to somebody else`, say(island.chainId), paid(attacker, 10n ** 20n)),
      statusLie(
        `${on} with an id of another chain`,
        say(island.chainId, () => farId),
        { ...more, ask, fate },
      ),
      statusLie(
        `${on}, which is a third chain`,
        say(89999, () => farId),
        { ...more, ask, fate },
      ),
    ]
  }),
)
