import { expect, test } from 'vitest'
import { Problem } from '../../../lib/base/problem.ts'
import { createTabWalletsModel } from '../../../lib/models/wallets-model.ts'
import type { WalletOffer } from '../../../lib/wallet/port.ts'
import { createFakeClient } from './fake-client.ts'

const origin = 'https://site.example'
const offer: WalletOffer = {
  ...{
    connector: 'page',
    id: 'org.fake',
    name: 'Fake',
    origin,
    iconUrl: null,
    state: 'there',
    isLast: false,
  },
  tab: { tabId: 4, origin },
}

test("searches tabs only on the user's request, once at a time", async () => {
  const answers: ((found: readonly WalletOffer[]) => void)[] = []
  const client = createFakeClient({
    answers: { tabWallets: () => new Promise((done) => answers.push(done)) },
  })
  const model = createTabWalletsModel({ client })
  expect([client.sent, model.offers.value]).toEqual([[], null])
  const looked = model.search()
  await model.search()
  expect([model.isLooking.value, client.sent.length]).toEqual([true, 1])
  answers[0]?.([offer])
  await looked
  expect([model.isLooking.value, model.offers.value]).toEqual([false, [offer]])
})

test('shows why tabs could not be searched, and searches them again', async () => {
  let isBroken = true
  const tabWallets = () => {
    if (isBroken) throw new Problem('internal')
    return []
  }
  const model = createTabWalletsModel({ client: createFakeClient({ answers: { tabWallets } }) })
  await model.search()
  expect([model.problem.value?.code, model.isLooking.value]).toEqual(['internal', false])
  isBroken = false
  await model.search()
  expect([model.problem.value, model.offers.value]).toEqual([null, []])
})

test('picking a wallet shows a warning, prompts no wallet, and can be left', () => {
  const client = createFakeClient()
  const model = createTabWalletsModel({ client })
  model.warn(offer)
  expect([model.warned.value, client.sent]).toEqual([offer, []])
  model.leave()
  expect(model.warned.value).toBeNull()
})
