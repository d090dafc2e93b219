import { expect, it } from 'vitest'
import { createWalletTabs } from '../../../../lib/wallet/connectors/page-tab.ts'
import { areaFailingOnce, memoryArea } from '../../storage/memory-area.ts'

it('stores both of two tabs that are picked before the stored ones are read', async () => {
  const tabs = createWalletTabs(memoryArea())
  const picked = [
    { tabId: 1, page: 'https://one.example' },
    { tabId: 2, page: 'https://two.example' },
  ]
  await Promise.all(picked.map(tabs.pick))
  expect(await Promise.all(picked.map(tabs.isPicked))).toEqual([true, true])
})

it('reads the stored tabs again after a failed read', async () => {
  const tab = { tabId: 1, page: 'https://one.example' }
  const storage = memoryArea()
  await createWalletTabs(storage).pick(tab)
  const tabs = createWalletTabs(areaFailingOnce(storage.rows))
  await expect(tabs.tabOf(tab.page)).rejects.toThrow('closed')
  expect(await tabs.tabOf(tab.page)).toBe(1)
})
