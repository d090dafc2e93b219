import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import {
  acrossRoute,
  depositRequest,
  inboxRequest,
  manualRequest,
  nativeRequest,
  signedRequest,
} from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { attacker } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

const made = `0x${'77'.repeat(32)}`
const arrived = 'destinationData.txHash'
const returned = 'refund.txHash'
const code = 'exchangeStatusCode'
const least = 1_477_575n

type More = Omit<SwapLie, 'name' | 'liar' | 'makeLie'>

/** No solver executes the request. The service reports a false status from the given poll on. */
export function statusLie(
  name: string,
  say: (record: Wire, scene: Scene, before: number) => void,
  more: More & { readonly fate?: readonly number[]; readonly prepare?: (scene: Scene) => void } = {},
): SwapLie {
  const { fate = [], prepare, ...rest } = more
  return {
    waitMs: 1_500_000,
    ...rest,
    name: `status: ${name}`,
    liar: 'service',
    makeLie(scene) {
      scene.world.solver.fate = fate
      prepare?.(scene)
      scene.service.changeResult('status', (record, before) => {
        if (typeof record === 'object' && record !== null) say(record, scene, before)
      })
    },
  }
}

const ways: readonly (readonly [string, QuoteRequest, More])[] = [
  ['signed', signedRequest, {}],
  ['native', nativeRequest, {}],
  ['inbox', inboxRequest, {}],
  ['manual', manualRequest, { choice: acrossRoute }],
  ['deposit', depositRequest, { choice: { routeKey: 'deposit' } }],
]

/** Real payments that are not of this swap. */
function payments(word: string, request: QuoteRequest, more: More): readonly SwapLie[] {
  const about = { ...more, request: request }
  const output = request.outputToken
  const input = request.inputToken
  let old = made
  const done = (record: Wire) => {
    writePath(record, code, 4)
    writePath(record, arrived, old)
  }
  const refunded = (record: Wire) => {
    writePath(record, code, 7)
    writePath(record, returned, old)
  }
  const before =
    (chainId: number, token: string, receiver: string, units: bigint) =>
    ({ pay }: Scene) => {
      old = pay(chainId, token, receiver, units)
    }
  const all = BigInt(request.inputAmount)
  const older = before(island.chainId, output, user, 10n ** 20n)
  return [
    statusLie(`${word}, done by a payment from before the order`, done, { ...about, prepare: older }),
    statusLie(`${word}, done by a payment to somebody else`, done, {
      ...about,
      prepare: before(island.chainId, output, attacker, 10n ** 20n),
    }),
    statusLie(`${word}, done by a payment on the wrong chain`, done, {
      ...about,
      prepare: before(harbour.chainId, output, user, 10n ** 20n),
    }),
    statusLie(`${word}, refunded by a payment from before the order`, refunded, {
      ...about,
      prepare: before(harbour.chainId, input, user, all),
    }),
    statusLie(`${word}, done by a payment of less`, done, {
      ...about,
      later: before(island.chainId, output, user, 1n),
    }),
    statusLie(`${word}, done by a payment that others got after the order`, done, {
      ...about,
      later: ({ pay }) => {
        old = pay(island.chainId, tokenOf(island, 'DAI').address, user, 10n ** 20n)
      },
    }),
    statusLie(
      `${word}, done with a hash nobody knows`,
      (record) => {
        writePath(record, code, 4)
        writePath(record, arrived, made)
      },
      about,
    ),
    statusLie(
      `${word}, refunded with a hash nobody knows`,
      (record) => {
        writePath(record, code, 7)
        writePath(record, returned, made)
      },
      about,
    ),
  ]
}

/** Dust and partial refunds after the input was really taken. */
const dust: readonly SwapLie[] = ways.slice(0, 3).flatMap(([word, request, more]) =>
  [1n, 1_000n, BigInt(request.inputAmount) / 2n].map((units) => {
    let hash = made
    return statusLie(
      `${word}, refunded by ${units} units`,
      (record) => {
        writePath(record, code, 7)
        writePath(record, returned, hash)
      },
      {
        ...more,
        request,
        fate: [1, 2],
        later({ pay }) {
          hash = pay(harbour.chainId, request.inputToken, user, units)
        },
      },
    )
  }),
)

/** A payment for another order to the same receiver. Only the gateway's event tells them apart. */
const foreign: readonly SwapLie[] = ways.slice(0, 3).map(([word, request, more]) => {
  let hash = made
  return statusLie(
    `${word}, done by a payment for another order, mined after this one was made`,
    (record) => {
      writePath(record, code, 4)
      writePath(record, arrived, hash)
    },
    {
      ...more,
      request,
      later({ pay }) {
        hash = pay(island.chainId, request.outputToken, user, request === signedRequest ? least : 10n ** 16n)
      },
    },
  )
})

/** It takes the input and reports another payment to the same person as the delivery. */
let elsewhere = made
const stolen = statusLie(
  'signed, taken and done by somebody else’s payment',
  (record) => {
    writePath(record, code, 4)
    writePath(record, arrived, elsewhere)
  },
  {
    fate: [1, 2],
    later({ pay }) {
      elsewhere = pay(island.chainId, signedRequest.outputToken, user, least)
    },
  },
)

const reportAfterProof: readonly SwapLie[] = [
  [
    '999,999 arrived',
    (record: Wire) => writePath(record, 'destinationData.output.0.fulfilledAmount', '999999000000'),
  ],
  ['it was refunded', (record: Wire) => writePath(record, code, 7)],
  ['it expired', (record: Wire) => writePath(record, code, 5)],
  ['another hash', (record: Wire) => writePath(record, arrived, made)],
  ['it is pending', (record: Wire) => writePath(record, code, 0)],
].map(([word, say]) =>
  statusLie(
    `said once it is delivered, ${word}`,
    (record) => {
      if (record[code] === 4) (say as (record: Wire) => void)(record)
    },
    { fate: [1, 2, 3, 4] },
  ),
)

const ends: readonly SwapLie[] = ways.flatMap(([word, request, more]) =>
  [3, 5, 6, 7].map((end) =>
    statusLie(`${word}, ${end} though nothing moved`, (record) => writePath(record, code, end), {
      ...more,
      request,
    }),
  ),
)
/** It takes the input and reports the swap as over. */
const taken: readonly SwapLie[] = [5, 6, 7].map((end) =>
  statusLie(`signed, ${end} after it took the money`, (record) => writePath(record, code, end), {
    fate: [1, 2],
  }),
)

const odd = [8, 10, -1, 2.5, '3', null, [], true].map((value) =>
  statusLie(`the code is ${JSON.stringify(value)}`, (record) => writePath(record, code, value)),
)
const other: readonly SwapLie[] = [
  ['hash', made],
  ['originData.originChainId', island.chainId],
  ['destinationData.destinationChainId', harbour.chainId],
  ['originData.input.0.amount', '1'],
  ['originData.input.0.token.address', attacker],
  ['destinationData.output.0.token.address', attacker],
  ['originData.userAddress', attacker],
  ['destinationData.receiverAddress', attacker],
].map(([path, value]) =>
  statusLie(`a record of another swap, by ${path}, that is done`, (record) => {
    writePath(record, code, 4)
    writePath(record, arrived, made)
    writePath(record, String(path), value)
  }),
)
const submits: readonly SwapLie[] = [
  ['another hash', { requestHash: made }],
  ['no hash', {}],
  ['a list of another hash', [{ requestHash: made }]],
].map(([word, result]) => ({
  name: `submit: accepted with ${word}, and then done`,
  liar: 'service',
  makeLie(scene) {
    scene.world.solver.fate = []
    scene.service.changeResult('submit', () => result)
    scene.service.changeResult('status', (record) => {
      writePath(record, code, 4)
      writePath(record, arrived, made)
    })
  },
}))

export const statusLies: readonly SwapLie[] = [
  ...ways.flatMap(([word, quoteRequest, more]) => payments(word, quoteRequest, more)),
  ...dust,
  ...foreign,
  stolen,
  ...reportAfterProof,
  ...ends,
  ...taken,
  ...odd,
  ...other,
  ...submits,
]
