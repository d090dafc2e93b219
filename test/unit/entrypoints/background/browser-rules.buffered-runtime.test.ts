import { expect, test } from 'vitest'
import { createBufferedRuntime } from '../../../../entrypoints/background/browser-rules.ts'
import type { PagePorts, PageSender, RelayPort } from '../../../../lib/wallet/connectors/page-tab.ts'

type Message = (message: unknown, sender: PageSender) => Promise<unknown> | undefined

function fakeRuntime() {
  const messages: Message[] = []
  const connects: ((port: RelayPort) => void)[] = []
  const runtime: PagePorts['runtime'] = {
    id: 'ferry',
    onMessage: { addListener: (listener) => messages.push(listener) },
    onConnect: { addListener: (listener) => connects.push(listener) },
  }
  return { runtime, messages, connects }
}

test('buffers messages that come before the listener', async () => {
  const { runtime, messages, connects } = fakeRuntime()
  const held = createBufferedRuntime(runtime, 'ours')
  const answer = messages[0]?.({ channel: 'ours', word: 1 }, {})
  const port: RelayPort = {
    name: 'ours',
    onDisconnect: { addListener: () => undefined },
    disconnect: () => undefined,
  }
  connects[0]?.(port)
  const ports: RelayPort[] = []
  held.onConnect.addListener((one) => ports.push(one))
  held.onMessage.addListener(async (message) => ['heard', message])
  expect(await answer).toEqual(['heard', { channel: 'ours', word: 1 }])
  expect(ports).toEqual([port])
})

test('leaves other channels to other listeners', () => {
  const { runtime, messages } = fakeRuntime()
  createBufferedRuntime(runtime, 'ours')
  expect(messages[0]?.({ channel: 'theirs' }, {})).toBeUndefined()
  expect(messages[0]?.(null, {})).toBeUndefined()
})
