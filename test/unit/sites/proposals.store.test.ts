import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createProposalStore } from '../../../lib/sites/proposals.ts'
import { createDatabase } from '../../../lib/storage/database.ts'
import { bornMs, proposalOf } from './proposal-fixture.ts'

let names = 0
function store() {
  names += 1
  return createProposalStore(createDatabase(`proposals-${names}`))
}

test('reads a stored proposal by its id', async () => {
  const proposals = store()
  const proposal = proposalOf({ state: 'confirmed', orderId: 'order-1' })
  await proposals.write(proposal)
  expect(await proposals.read('swap-1')).toEqual(proposal)
  expect(await proposals.read('swap-2')).toBeNull()
})

test('lists only waiting proposals, oldest first', async () => {
  const proposals = store()
  await proposals.write(proposalOf({ swapId: 'a', createdMs: bornMs + 2 }))
  await proposals.write(proposalOf({ swapId: 'b', createdMs: bornMs + 1 }))
  await proposals.write(proposalOf({ swapId: 'c', createdMs: bornMs, state: 'declined' }))
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['b', 'a'])
  await proposals.write(proposalOf({ swapId: 'b', createdMs: bornMs + 1, state: 'expired' }))
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['a'])
})

test('lists the proposals since a time, of any site', async () => {
  const proposals = store()
  for (const at of [0, 1, 2]) await proposals.write(proposalOf({ swapId: `${at}`, createdMs: bornMs + at }))
  expect((await proposals.listCreatedSince(bornMs + 1)).map(({ swapId }) => swapId)).toEqual(['1', '2'])
})

test('a sweep deletes old proposals that never became a swap', async () => {
  const proposals = store()
  await proposals.write(proposalOf({ swapId: 'old', state: 'expired' }))
  await proposals.write(proposalOf({ swapId: 'swap', state: 'confirmed', orderId: 'order-1' }))
  await proposals.write(proposalOf({ swapId: 'new', createdMs: bornMs + 10 }))
  await proposals.sweep(bornMs + 10)
  expect((await proposals.listCreatedSince(0)).map(({ swapId }) => swapId)).toEqual(['swap', 'new'])
})

test('leaves a row of another schema alone', async () => {
  const proposals = store()
  await proposals.write({ ...proposalOf(), schema: 2 as never })
  expect(await proposals.read('swap-1')).toBeNull()
  expect(await proposals.listWaiting()).toEqual([])
})

test.each([
  ['none of its members', { schema: 1 }],
  ['an amount that is none', { ...proposalOf(), swap: { ...proposalOf().swap, inputAmount: '1e3' } }],
  ['a state nobody knows', { ...proposalOf(), state: 'done' }],
])('skips an unreadable row and reads the others: %s', async (_what, torn) => {
  names += 1
  const database = createDatabase(`torn-proposals-${names}`)
  const proposals = createProposalStore(database)
  await proposals.write(proposalOf({ swapId: 'whole', createdMs: bornMs + 1 }))
  await (await database()).put('proposals', {
    swapId: 'torn',
    createdMs: bornMs,
    waitingSinceMs: bornMs,
    proposal: torn,
  })
  expect(await proposals.read('torn')).toBeNull()
  expect((await proposals.listWaiting()).map(({ swapId }) => swapId)).toEqual(['whole'])
  expect((await proposals.listCreatedSince(bornMs)).map(({ swapId }) => swapId)).toEqual(['whole'])
})
