import { expect, it } from 'vitest'
import { createProposalWindow, type WindowApi } from '../../../lib/sites/compose-sites.ts'
import { memoryArea } from '../storage/memory-area.ts'

/** A browser with or without windows. It records what Ferry opened and brought to the front. */
function createBrowser(hasWindows: boolean) {
  const calls: string[] = []
  const open = new Set<number>()
  const read = (id: number) => {
    if (!open.has(id)) throw new Error('it is closed')
    return { url: 'chrome-extension://ferry/popup.html#/proposal' }
  }
  const api: WindowApi = {
    windows: hasWindows
      ? {
          get: async (id) => ({ tabs: [read(id)] }),
          update: async (id) => void calls.push(`window ${id} focused`),
        }
      : undefined,
    tabs: {
      get: async (id) => read(id),
      update: async (id) => void calls.push(`tab ${id} activated`),
    },
    async open() {
      const id = open.size + 4
      open.add(id)
      calls.push(`opened ${id}`)
      return id
    },
    area: memoryArea(),
  }
  return { window: createProposalWindow(api), calls, open }
}

it.each([
  [true, 'window 4 focused'],
  [false, 'tab 4 activated'],
])('shows the proposals in one place at a time (windows: %s)', async (hasWindows, shown) => {
  const { window, calls, open } = createBrowser(hasWindows)
  expect(await window.isShown()).toBeNull()
  await window.show()
  await window.show()
  expect(calls).toEqual(['opened 4', shown])
  expect(await window.isShown()).toBe(true)
  open.clear()
  expect(await window.isShown()).toBe(false)
  await window.show()
  expect(calls.at(-1)).toBe('opened 4')
})
