import { expect, test } from 'vitest'
import { minuteMs } from '../../lib/base/time.ts'
import { supportText } from '../../lib/order/order-view.ts'
import {
  account,
  across,
  begin,
  fund,
  isAtRest,
  manualAsk,
  orderAt,
  pass,
  untakenOrder,
  until,
  untilState,
} from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

/** The first service calls of an order, in the order of their requests. */
const before = ['chains', 'tokens', 'tokens', 'quote']

test('stores fifty service calls: the first ones and the newest polls, each with its time and request id', async () => {
  const { world, id } = await untakenOrder()
  await pass(world, 6 * minuteMs)
  const order = await orderAt(world, id)
  expect(order.pollCount).toBeGreaterThan(50)
  expect(order.serviceCalls).toHaveLength(50)
  const newest = order.serviceCalls.at(-1)
  expect(newest).toMatchObject({ endpoint: 'status', outcome: 'ok' })
  expect(newest?.atMs).toBeGreaterThan(order.serviceCalls[0]?.atMs ?? 0)
  const endpoints = order.serviceCalls.map(({ endpoint }) => endpoint)
  expect(endpoints).toEqual([...before, 'submit', ...Array(45).fill('status')])
  const text = supportText(order, '1')
  for (const { atMs, endpoint, serverRequestId } of order.serviceCalls) {
    expect(serverRequestId).toMatch(/^server-/)
    expect(text).toContain(`${new Date(atMs).toISOString()} ${endpoint} ok ${serverRequestId}`)
  }
  expect(text).not.toContain(String(order.signature))
  expect(text.toLowerCase()).not.toContain(user)
})

test('stores a renewed quote with the transaction that was built for it, and with failed calls', async () => {
  const world = await createWorld()
  fund(world, manualAsk)
  world.wallet.moods.push('silent')
  const id = await begin(world, manualAsk, account, across)
  const { walletRequest } = await untilState(world, id, 'approve_requested')
  await pass(world, 90_000)
  world.service.faults.build.push({ code: 'serviceFailed' })
  await world.wallet.decide(walletRequest?.requestId ?? '', 'yes')
  const stopped = await untilState(world, id, 'needs_user')
  expect(stopped.problem?.code).toBe('routeNotBuilt')
  expect(stopped.serviceCalls.map(({ endpoint, outcome }) => `${endpoint} ${outcome}`)).toEqual([
    ...before.map((endpoint) => `${endpoint} ok`),
    'build-tx ok',
    'quote ok',
    'build-tx serviceFailed',
  ])
  expect(stopped.serviceCalls.filter(({ serverRequestId }) => serverRequestId === null)).toEqual([])
  await world.run.dispatch(id, { kind: 'retry' })
  const order = await until(world, id, isAtRest)
  expect(supportText(order, '1')).toMatch(/ quote ok server-\d+\n.* build-tx ok server-\d+/)
})
