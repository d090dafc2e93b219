import { signal } from '@preact/signals'
import type { ViewPorts } from '../../../lib/models/view-ports.ts'
import { createFakeClient, type FakeClient } from './fake-client.ts'
import { bornMs } from './fake-data.ts'

/** Ports of a view whose time only moves with `pass`. */
export function createFakePorts(
  makeLine: (nowMs: () => number) => FakeClient = (nowMs) => createFakeClient({ nowMs }),
) {
  let nowMs = bornMs
  const client = makeLine(() => nowMs)
  let due: { atMs: number; work: () => void }[] = []
  const texts = new Map<string, string>()
  const isVisible = signal(true)
  const isOnline = signal(true)
  const focusChanges = signal(0)
  const closed = { count: 0 }
  /** Windows and tabs that this view opened. */
  const opened: string[] = []
  const ports: ViewPorts = {
    client,
    clock: { nowMs: () => nowMs },
    timers: {
      after(waitMs, work) {
        const entry = { atMs: nowMs + waitMs, work }
        due.push(entry)
        return () => {
          due = due.filter((one) => one !== entry)
        }
      },
    },
    storage: {
      read: (key) => texts.get(key) ?? null,
      write: (key, text) => {
        texts.set(key, text)
      },
    },
    isVisible,
    isOnline,
    requestHostAccess: () => Promise.resolve(true),
    unknownChainName: (chainId) => `Unknown network (${chainId})`,
    requestHostAccessAll: () => Promise.resolve(true),
    places: () =>
      Promise.resolve(
        (['side', 'window', 'tab'] as const).map((name) => ({ name, open: () => Promise.resolve() })),
      ),
    focusChanges,
    close: () => {
      closed.count += 1
    },
    restart: () => void opened.push('restart'),
    openNormalWindow: async () => void opened.push('normal window'),
    openProposals: () => void opened.push('proposals'),
    openOwnForm: (isFilled) => void opened.push(isFilled ? 'filled form' : 'own form'),
    viewId: 'view-1',
    hash: '',
    version: () => '0.1.0',
  }
  /** Lets every pending answer arrive. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  /** Moves the time, and runs the timers that fall due on the way, in order. */
  async function pass(waitMs: number): Promise<void> {
    const untilMs = nowMs + waitMs
    await settle()
    for (let works = 0; ; works++) {
      if (works > 1000) throw new Error('timers that never come to rest')
      const next = due.filter((one) => one.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      due = due.filter((one) => one !== next)
      nowMs = Math.max(nowMs, next.atMs)
      next.work()
      await settle()
    }
    nowMs = untilMs
    await settle()
  }
  /** Inputs of the messages sent to the background under a name. */
  const sent = (name: string) => client.sent.filter((one) => one.name === name).map(({ input }) => input)
  return { ports, client, sent, texts, isVisible, isOnline, focusChanges, closed, opened, pass, settle }
}
