import { expect, it } from 'vitest'
import type { FerrySwap } from '../../../lib/sites/ferry-provider.d.ts'
import { createPageDocuments, createPageEvents } from '../../../lib/sites/page-documents.ts'
import { memoryArea } from '../storage/memory-area.ts'
import { proposalOf } from './proposal-fixture.ts'

const document = proposalOf().document

/** One waiting proposal, and a tab that gives one answer per check; the last answer repeats. */
function setup(answers: readonly (() => Promise<unknown>)[]) {
  const gone: unknown[] = []
  let looks = 0
  const documents = createPageDocuments({
    tabs: {
      sendMessage() {
        const answer = answers[Math.min(looks++, answers.length - 1)]
        return answer === undefined ? Promise.resolve(undefined) : answer()
      },
    },
    trackedDocuments: async () => (gone.length > 0 ? [] : [document]),
    onClosed: async (one) => void gone.push(one),
    wait: () => new Promise((done) => setImmediate(done)),
  })
  return { documents, gone, looks: () => looks }
}

const there = () => Promise.resolve(true)
const another = () => Promise.resolve(undefined)
const nobody = () => Promise.reject(new Error('Receiving end does not exist.'))
const silent = () => new Promise<never>(() => undefined)

it.each([
  ['is there', there, 0],
  ['has made room for another document', another, 1],
  ['is closed', nobody, 1],
])('checks the document of a page that %s', async (_, answer, ends) => {
  const { documents, gone, looks } = setup([answer])
  await documents.checkDocuments(document.tabId)
  expect(gone).toHaveLength(ends)
  expect(looks()).toBe(1)
})

it('checks a silent tab again: it may be frozen, or navigating', async () => {
  const { documents, gone, looks } = setup([silent, silent, another])
  await documents.checkDocuments(document.tabId)
  expect(gone).toEqual([document])
  expect(looks()).toBe(3)
})

it('leaves a tab that stays silent to the expiry of its proposal', async () => {
  const { documents, gone, looks } = setup([silent])
  await documents.checkDocuments(document.tabId)
  expect(gone).toEqual([])
  expect(looks()).toBe(20)
})

it('checks all documents at the same time: a frozen tab delays no other', async () => {
  const other = { ...document, tabId: 8, documentId: 'document-2', key: 'key-2' }
  const gone: unknown[] = []
  const documents = createPageDocuments({
    tabs: { sendMessage: (tabId) => (tabId === other.tabId ? nobody() : silent()) },
    trackedDocuments: async () => [document, other],
    onClosed: async (one) => void gone.push(one),
    wait: silent,
  })
  void documents.checkDocumentsNow()
  await new Promise((done) => setImmediate(done))
  expect(gone).toEqual([other])
})

it('sends swaps to the document of a tab that follows few, after another tab followed many', async () => {
  const sent: string[] = []
  const failures: unknown[] = []
  const events = createPageEvents({
    area: memoryArea(),
    swap: async (swapId) => ({ swapId }) as FerrySwap,
    sendSwap: async ({ tabId }, { swapId }) => sent.push(`${tabId} ${swapId}`) > 0,
    failed: (thrown) => failures.push(thrown),
  })
  events.follow('own', document)
  for (let each = 0; each < 300; each += 1) {
    events.follow(`swap-${each}`, { tabId: 8, documentId: `document-${each}`, key: `key-${each}` })
  }
  for (const swapId of ['own', 'swap-0', 'swap-299']) events.onSwapChanged(swapId)
  await new Promise((done) => setImmediate(done))
  expect([sent, failures]).toEqual([[`${document.tabId} own`, '8 swap-299'], []])
})
