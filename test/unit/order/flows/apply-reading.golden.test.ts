import { describe, expect, test } from 'vitest'
import type { ChainDoubt } from '../../../../lib/chain/evidence.ts'
import { createProblemData } from '../../../../lib/order/change.ts'
import type { EventOf, FlowEvent } from '../../../../lib/order/event.ts'
import {
  depositRules,
  paymentRules,
  signatureRules,
  statusRules,
} from '../../../../lib/order/flows/apply-reading.ts'
import type { Order } from '../../../../lib/order/order.ts'
import { reduce } from '../../../../lib/order/reduce.ts'
import { attempt, type OrderFields, orderOf, polledOf, recordOf, transactionOf } from '../order-fixture.ts'
import { paymentOf } from '../pairs/pair-events.ts'

/**
 * What a service status or an evidence of the chain makes of each order that may have ended: every kind of order, in every
 * state that ends by evidence, with every status and every evidence. Each event has its outcomes, with the changed parts only,
 * and the orders that have it; orders that stay as they are are missing. A change of this table changes what Ferry says about money.
 */

const createdMs = orderOf().createdMs
const minute = 60_000
const day = 24 * 60 * minute
const hash = `0x${'ab'.repeat(32)}` as const
const refundHash = `0x${'cd'.repeat(32)}` as const
const context = { nowMs: createdMs + 20 * minute, freshId: 'id' }

const { originChainId: chainId } = orderOf().reviewed.request
const times = { sentMs: createdMs, minedMs: createdMs + minute }
const mined = { state: 'mined', amountUnits: '1500000', ...times, isDeep: true } as const
const sent = transactionOf('send', { hash, chainId, ...mined })
const seen = { units: '1500000', atMs: createdMs + minute }

interface Subject {
  readonly name: string
  readonly fields: OrderFields
}

const subjects: readonly Subject[] = [
  { name: 'signed', fields: { kind: 'signed' } },
  { name: 'signed, read as used', fields: { kind: 'signed', isPermitOver: true } },
  { name: 'signed, read as unused 5 s ago', fields: { kind: 'signed', unusedSeenMs: context.nowMs - 5_000 } },
  {
    name: 'signed, read as unused 20 s ago',
    fields: { kind: 'signed', unusedSeenMs: context.nowMs - 20_000 },
  },
  { name: 'inbox', fields: { kind: 'inbox', transactions: [sent] } },
  { name: 'inbox, empty', fields: { kind: 'inbox', transactions: [sent], isInboxEmpty: true } },
  { name: 'manual', fields: { kind: 'manual', transactions: [sent] } },
  { name: 'deposit, not seen', fields: { kind: 'deposit' } },
  { name: 'deposit, seen', fields: { kind: 'deposit', depositObserved: seen } },
  { name: 'deposit, sent', fields: { kind: 'deposit', transactions: [{ ...sent, state: 'sent' }] } },
]

const refundedSteps = (agoMs: number): OrderFields => ({
  timeline: [{ step: 'refunded', atMs: context.nowMs - agoMs }],
})

/** The states that end by evidence, each with the codes and facts that make a difference. */
const stages: readonly Subject[] = [
  { name: 'submitting', fields: { state: 'submitting' } },
  { name: 'submitted', fields: { state: 'submitted' } },
  { name: 'sent', fields: { state: 'sent' } },
  { name: 'deposit_awaited', fields: { state: 'deposit_awaited' } },
  { name: 'pending 0', fields: { state: 'pending', statusCode: 0 } },
  { name: 'pending 2', fields: { state: 'pending', statusCode: 2 } },
  { name: 'stopping', fields: { state: 'stopping' } },
  { name: 'unknown_outcome', fields: { state: 'unknown_outcome' } },
  ...([3, 4, 5, 6, 7] as const).map((statusCode) => ({
    name: `reported ${statusCode}`,
    fields: { state: 'reported_terminal', statusCode } as const,
  })),
  {
    name: 'reported 5, contradicted once by 4',
    fields: { state: 'reported_terminal', statusCode: 5, anomalies: ['5->4'] },
  },
  {
    name: 'reported 7 for two days',
    fields: {
      state: 'reported_terminal',
      statusCode: 7,
      endReads: { count: 12, atMs: context.nowMs - minute },
      ...refundedSteps(2 * day),
    },
  },
  {
    name: 'reported 7 with its transaction',
    fields: { state: 'reported_terminal', statusCode: 7, refundTransactionHash: refundHash },
  },
  {
    name: 'reported 7 after 60 polls',
    fields: { state: 'reported_terminal', statusCode: 7, readCount: 61 },
  },
  {
    name: 'reported 6 with a refund transaction',
    fields: { state: 'reported_terminal', statusCode: 6, refundTransactionHash: refundHash },
  },
  {
    name: 'reported 4 with a refund transaction',
    fields: { state: 'reported_terminal', statusCode: 4, refundTransactionHash: refundHash },
  },
  {
    name: 'reported 7 with a delivery',
    fields: {
      state: 'reported_terminal',
      statusCode: 7,
      destinationTransactionHash: paymentOf('delivery', 2).hash,
    },
  },
  { name: 'verified 4', fields: { state: 'verified_terminal', statusCode: 4, fundsSettled: true } },
  { name: 'verified 3', fields: { state: 'verified_terminal', statusCode: 3, fundsSettled: true } },
  { name: 'verified 7', fields: { state: 'verified_terminal', statusCode: 7, fundsSettled: true } },
]

const proof = (part: Partial<EventOf<'proof'>> & Pick<EventOf<'proof'>, 'proof'>): FlowEvent => ({
  kind: 'proof',
  ...part,
})

const doubts: readonly ChainDoubt[] = ['notShown', 'notNamed', 'notListed', 'oneSource', 'less']

const nonce = (part: Partial<EventOf<'nonceRead'>>): FlowEvent => ({
  kind: 'nonceRead',
  used: false,
  blockSeconds: createdMs / 1000 + 1_200,
  sources: 2,
  ...part,
})
const inTime = createdMs / 1000 + 60

const observed = (part: Partial<EventOf<'transactionObserved'>>): FlowEvent => ({
  kind: 'transactionObserved',
  hash,
  state: 'mined',
  differs: false,
  ...part,
})

type Reading = readonly [name: string, event: (order: Order) => FlowEvent]

const readings: readonly Reading[] = [
  ...([null, 0, 1, 2, 3, 4, 5, 6, 7] as const).map(
    (code): Reading => [`service ${code}`, (order) => polledOf(recordOf(order, { statusCode: code }))],
  ),
  [
    'service 6 + refund',
    (order) => polledOf(recordOf(order, { statusCode: 6, refundTransactionHash: refundHash })),
  ],
  [
    'service 7 + refund',
    (order) => polledOf(recordOf(order, { statusCode: 7, refundTransactionHash: refundHash })),
  ],
  [
    'service 7 + refund there',
    (order) =>
      polledOf(
        recordOf(order, {
          statusCode: 7,
          refundTransactionHash: refundHash,
          refundChainId: order.reviewed.request.destinationChainId,
        }),
      ),
  ],
  [
    'service 7 + refund elsewhere',
    (order) => polledOf(recordOf(order, { statusCode: 7, refundChainId: 99 })),
  ],
  [
    'service 3 + delivery',
    (order) =>
      polledOf(
        recordOf(order, { statusCode: 3, destinationTransactionHash: refundHash, fulfilledAmount: '5' }),
      ),
  ],
  [
    'service 1 + source',
    (order) =>
      polledOf(recordOf(order, { statusCode: 1, sourceTransactionHash: hash, hasSourcePayment: true })),
  ],
  ['service 5 of another swap', (order) => polledOf(recordOf(order, { statusCode: 5, inputAmount: '7' }))],
  [
    'service unknown',
    () => ({
      kind: 'polled',
      response: { kind: 'notIndexed', serverRequestId: null, clockOffsetMs: 0 },
      attempt,
    }),
  ],
  [
    'service silent',
    () => ({ kind: 'pollFailed', problem: createProblemData('serviceUnreachable'), attempt }),
  ],
  ...([1, 2] as const).flatMap((sources): readonly Reading[] => [
    [`delivery x${sources}`, () => proof({ proof: 'verified', evidence: paymentOf('delivery', sources) })],
    [`refund x${sources}`, () => proof({ proof: 'verified', evidence: paymentOf('refund', sources) })],
  ]),
  ['no payment', () => proof({ proof: 'pending' })],
  ...doubts.map((doubt): Reading => [`no payment: ${doubt}`, () => proof({ proof: 'pending', doubt })]),
  [
    'refund x1, doubted',
    () => proof({ proof: 'pending', evidence: paymentOf('refund', 1), doubt: 'oneSource' }),
  ],
  ['no payment, signature used', () => proof({ proof: 'pending', isSignatureUsed: true })],
  ['no payment, inbox empty', () => proof({ proof: 'pending', isInboxEmpty: true })],
  ['no payment, no deposit', () => proof({ proof: 'pending', isDepositUnseen: true })],
  ['unreadable', () => proof({ proof: 'unreadable' })],
  ['unreadable, signature used', () => proof({ proof: 'unreadable', isSignatureUsed: true })],
  ['unreadable, one host', () => proof({ proof: 'unreadable', isReportedOnly: true })],
  ['unreadable, inbox empty', () => proof({ proof: 'unreadable', isInboxEmpty: true })],
  ['unreadable, taken from the inbox', () => proof({ proof: 'unreadable', isExtracted: true })],
  ['never paid', () => proof({ proof: 'neverPaid' })],
  ['signature alive', () => nonce({ blockSeconds: inTime })],
  ['signature alive, payment doubted', () => nonce({ blockSeconds: inTime, doubt: 'notShown' })],
  ['signature alive x1', () => nonce({ blockSeconds: inTime, sources: 1 })],
  ['signature past x1', () => nonce({ sources: 1 })],
  ['signature past x2', () => nonce({})],
  ['signature used x1', () => nonce({ used: true, sources: 1 })],
  ['signature used x2', () => nonce({ used: true })],
  ['signature cancelled x2', () => nonce({ used: true, isCancelled: true })],
  ['deposit address empty', () => ({ kind: 'depositObserved', units: '0' })],
  ['deposit x2', () => ({ kind: 'depositObserved', units: '1500000' })],
  ['deposit x1', () => ({ kind: 'depositObserved', units: '1500000', isOneSource: true })],
  ['deposit lapsed', () => ({ kind: 'depositLapsed' })],
  ['transaction mined', () => observed({})],
  ['transaction mined deep', () => observed({ isDeep: true })],
  ['transaction failed', () => observed({ state: 'failed' })],
  ['transaction replaced', () => observed({ state: 'replaced' })],
  ['transaction differs', () => observed({ differs: true })],
  ['transaction missing', () => ({ kind: 'transactionMissing', hash })],
]

const secondsFrom = (atMs: number | null | undefined): string =>
  atMs === null || atMs === undefined ? '-' : `${(atMs - context.nowMs) / 1000}s`

/** Everything that an order says of its end. */
function partsOf(order: Order): readonly string[] {
  const { state, statusCode, problem, doubt, evidence, notification } = order
  const parts = [
    `state ${state}`,
    statusCode === null ? '' : `code ${statusCode}`,
    problem === null ? '' : `problem ${problem.code}/${problem.money}/${problem.reportedBy}`,
    order.fundsSettled ? 'settled' : '',
    doubt === undefined ? '' : `doubt ${doubt}`,
    evidence === undefined ? '' : `${evidence.kind} of ${evidence.units}`,
    order.isInboxEmpty === true ? 'inbox empty' : '',
    order.isPermitOver === undefined ? '' : `permit ${order.isPermitOver ? 'over' : 'alive'}`,
    order.unusedSeenMs === null ? '' : `unused since ${secondsFrom(order.unusedSeenMs)}`,
    order.depositUnseenMs === undefined ? '' : `no deposit since ${secondsFrom(order.depositUnseenMs)}`,
    order.depositObserved === undefined
      ? ''
      : `deposit ${order.depositObserved.units}${order.depositObserved.isOneSource ? ' x1' : ''}`,
    order.refundTransactionHash === null ? '' : `refund on ${order.refundChainId ?? 'either'}`,
    order.destinationTransactionHash === null ? '' : `delivered ${order.fulfilledAmount ?? 'an amount'}`,
    notification === null ? '' : `notify ${notification.kind}`,
    order.signature === null ? '' : 'signature kept',
    `steps ${order.timeline.map(({ step }) => step).join(' ')}`,
    order.anomalies.length > 0 ? `odd ${order.anomalies.join(' ')}` : '',
    `polls ${order.readCount}`,
    `due ${secondsFrom(order.dueMs)}`,
  ]
  return parts.filter((part) => part !== '')
}

function orderAt(subject: Subject, stage: Subject): Order {
  return orderOf({
    dueMs: context.nowMs,
    problem: createProblemData('serviceBusy', 'unknown'),
    viewed: true,
    readCount: 2,
    ...(subject.fields.kind === 'signed' ? { signature: hash, submitBody: '{}' } : {}),
    ...subject.fields,
    ...stage.fields,
  })
}

/** The parts of the outcome that a reading changes, and those that it removes. */
function changesOf(next: Order, before: Order): string {
  const [parts, known] = [partsOf(next), partsOf(before)]
  const subjectOf = (part: string) => part.split(' ')[0]
  const removed = known.filter((part) => !parts.some((one) => subjectOf(one) === subjectOf(part)))
  return [
    ...parts.filter((part) => !known.includes(part)),
    ...removed.map((part) => `no ${part}`),
    ...(next.viewed === before.viewed ? [] : ['unread']),
  ].join(', ')
}

const cases = subjects.flatMap((subject) =>
  stages.map((stage) => ({ subject: subject.name, stage: stage.name, order: orderAt(subject, stage) })),
)

/** The outcomes of a reading, each with the orders that have it. */
function renderReading([name, eventOf]: Reading): string {
  const changed = cases.flatMap((one) => {
    const next = reduce(one.order, eventOf(one.order), context).order
    return next === one.order ? [] : [{ ...one, changes: changesOf(next, one.order) }]
  })
  const lines = [...Map.groupBy(changed, ({ changes }) => changes)].flatMap(([changes, same]) => {
    const stagesOf = [...Map.groupBy(same, ({ subject }) => subject)].map(
      ([subject, all]) => [subject, all.map(({ stage }) => stage).join(' | ')] as const,
    )
    const places = [...Map.groupBy(stagesOf, ([, where]) => where)].map(
      ([where, of]) => `    ${of.map(([subject]) => subject).join(' | ')}: ${where}`,
    )
    return [`  ${changes}`, ...places]
  })
  return [name, ...lines].join('\n')
}

/** The mutation run imports this test from another folder. */
const outcomesFile = new URL('golden/outcomes.txt', import.meta.url)

test('each reading has the recorded outcomes', async () => {
  await expect(`${readings.map(renderReading).join('\n')}\n`).toMatchFileSnapshot(outcomesFile.pathname)
})

describe('the decision tables', () => {
  /** Each order and event of the golden table, with the rules that decide about it. */
  const decided = subjects.flatMap((subject) =>
    stages.flatMap((stage) => {
      const order = orderAt(subject, stage)
      return readings.flatMap(([, eventOf]) => {
        const rules = rulesFor(order, eventOf(order))
        return rules.find(({ fits }) => fits())?.when ?? []
      })
    }),
  )

  test.each([
    ['statuses', statusRules],
    ['payments', paymentRules],
    ['signatures', signatureRules],
    ['deposits', depositRules],
  ])('of %s have no rule that decides nothing', (_name, rules) => {
    for (const { when } of rules) expect(decided).toContain(when)
  })
})

/** The rules for an event, each bound to its order. */
function rulesFor(order: Order, event: FlowEvent): readonly { when: string; fits: () => boolean }[] {
  const { nowMs } = context
  if (event.kind === 'polled') {
    const code = event.response.kind === 'record' ? event.response.record.statusCode : null
    if (code === null) return []
    return statusRules.map(({ when, fits }) => ({
      when,
      fits: () => fits(order, { kind: 'status', code }, nowMs),
    }))
  }
  if (event.kind === 'proof')
    return paymentRules.map(({ when, fits }) => ({ when, fits: () => fits(order, event, nowMs) }))
  if (event.kind === 'nonceRead' && order.kind === 'signed')
    return signatureRules.map(({ when, fits }) => ({ when, fits: () => fits(order, event, nowMs) }))
  if (event.kind === 'depositObserved' && order.kind === 'deposit')
    return depositRules.map(({ when, fits }) => ({ when, fits: () => fits(order, event, nowMs) }))
  return []
}
