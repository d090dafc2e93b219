import { expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import { createEntries } from '../../lib/history/entries.ts'
import { noFilter } from '../../lib/history/history-filter.ts'
import { historyHandlers } from '../../lib/history/history-messages.ts'
import { signedRequest } from '../harness/actions.ts'
import { deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { createFakeService, jsonAnswer } from '../unit/service/fake-service.ts'
import { historyItem } from '../unit/service/wire-fixtures.ts'

test('an entry of the history is shown while the list of its token fails, without an offer to repeat it', async () => {
  const item = {
    ...historyItem,
    input: [{ token: tokenOf(harbour, 'USDC'), amount: signedRequest.inputAmount }],
    output: [{ token: tokenOf(island, 'DAI'), fulfilledAmount: '1490000000000000000' }],
    sender: user,
  }
  const { clock, database, orders } = await createWorld('database')
  const { client } = createFakeService(() =>
    jsonAnswer({ success: true, statusCode: 200, result: { data: [item], pageSize: 20 } }),
  )
  const entries = createEntries(database)
  const handlers = historyHandlers({
    deployment,
    clock,
    catalogue: {
      async token() {
        throw new Problem('serviceFailed')
      },
    },
    entries,
    orders,
    service: client,
    knownAddress: async () => user,
    wipe: async () => 0,
    version: '1.0.0',
  })
  await handlers.readServiceHistory({ pageNumber: 1 })
  const page = await entries.readPage({ filter: noFilter, after: null, floorMs: null, limit: 9 })
  const [{ key } = { key: '' }] = page.entries
  expect(await handlers.historyEntry({ key })).toMatchObject({ entry: { key }, repeatRequest: null })
})
