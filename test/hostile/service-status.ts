import { signedRequest } from '../harness/actions.ts'
import { harbour, island, tokenOf, user } from '../harness/chains.ts'
import { statusLie } from './answer-lie.ts'
import { attacker } from './forge.ts'
import { kindNames, kinds } from './kinds.ts'
import type { Scene, SwapLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

const made = `0x${'77'.repeat(32)}`
const arrived = 'destinationData.txHash'
const returned = 'refund.txHash'
const code = 'exchangeStatusCode'
const least = 1_477_575n

/** The service reports a transaction as the delivery, or as the refund. */
const reports = (end: 'done' | 'refunded', hash: () => string) => (record: Wire) => {
  writePath(record, code, end === 'done' ? 4 : 7)
  writePath(record, end === 'done' ? arrived : returned, hash())
}

const reportMade = reports('done', () => made)

/** The service reports a real payment that is not of this swap, made before or after the person has confirmed. */
function foreignPayment(
  name: string,
  end: 'done' | 'refunded',
  when: 'before' | 'after',
  payment: Parameters<Scene['pay']>,
  more: Parameters<typeof statusLie>[2],
): SwapLie {
  let hash = made
  const pay = (scene: Scene) => {
    hash = scene.pay(...payment)
  }
  return statusLie(
    name,
    reports(end, () => hash),
    { ...more, ...(when === 'before' ? { prepare: pay } : { later: pay }) },
  )
}

function payments(kind: (typeof kindNames)[number]): readonly SwapLie[] {
  const swap = kinds[kind]
  const { inputToken, inputAmount, outputToken } = swap.request
  const [here, there, much] = [harbour.chainId, island.chainId, 10n ** 20n]
  const dai = tokenOf(island, 'DAI').address
  return [
    ...(
      [
        ['done', 'from before the order', 'before', [there, outputToken, user, much]],
        ['done', 'to somebody else', 'before', [there, outputToken, attacker, much]],
        ['done', 'on the wrong chain', 'before', [here, outputToken, user, much]],
        ['refunded', 'from before the order', 'before', [here, inputToken, user, BigInt(inputAmount)]],
        ['done', 'of less', 'after', [there, outputToken, user, 1n]],
        ['done', 'that others got after the order', 'after', [there, dai, user, much]],
      ] as const
    ).map(([end, what, when, payment]) =>
      foreignPayment(`${kind}, ${end} by a payment ${what}`, end, when, [...payment], swap),
    ),
    statusLie(`${kind}, done with a hash nobody knows`, reportMade, swap),
    statusLie(
      `${kind}, refunded with a hash nobody knows`,
      reports('refunded', () => made),
      swap,
    ),
  ]
}

const taken = { fate: [1, 2] }

const sent: readonly SwapLie[] = (['signed', 'native', 'inbox'] as const).flatMap((kind) => {
  const { request } = kinds[kind]
  const { inputToken, inputAmount, outputToken } = request
  const units = kind === 'signed' ? least : 10n ** 16n
  return [
    // Dust and partial refunds after the input was really taken.
    ...[1n, 1_000n, BigInt(inputAmount) / 2n].map((part) =>
      foreignPayment(
        `${kind}, refunded by ${part} units`,
        'refunded',
        'after',
        [harbour.chainId, inputToken, user, part],
        { request, ...taken },
      ),
    ),
    // Only the gateway's event tells the two orders of one receiver apart.
    foreignPayment(
      `${kind}, done by a payment for another order, mined after this one was made`,
      'done',
      'after',
      [island.chainId, outputToken, user, units],
      { request },
    ),
  ]
})

/** It takes the input and reports another payment to the same person as the delivery. */
const stolen = foreignPayment(
  'signed, taken and done by somebody else’s payment',
  'done',
  'after',
  [island.chainId, signedRequest.outputToken, user, least],
  taken,
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

const ends: readonly SwapLie[] = kindNames.flatMap((kind) =>
  [3, 5, 6, 7].map((end) =>
    statusLie(`${kind}, ${end} though nothing moved`, (record) => writePath(record, code, end), kinds[kind]),
  ),
)
/** It takes the input and reports the swap as over. */
const overOnceTaken = [5, 6, 7].map((end) =>
  statusLie(`signed, ${end} after it took the money`, (record) => writePath(record, code, end), taken),
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
    reportMade(record)
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
    scene.service.changeResult('status', reportMade)
  },
}))

export const statusLies: readonly SwapLie[] = [
  ...kindNames.flatMap(payments),
  ...sent,
  stolen,
  ...reportAfterProof,
  ...ends,
  ...overOnceTaken,
  ...odd,
  ...other,
  ...submits,
]
