import { effect } from '@preact/signals'
import { expect, it } from 'vitest'
import { createImagesModel } from '../../../lib/models/images-model.ts'
import { createFakeClient } from './fake-client.ts'
import { createFakePorts } from './fake-ports.ts'

const url = (index: number) => `https://logos.example/${index}.png`

it('sends one request for all logos of a screen, and redraws their readers', async () => {
  const answers = { images: ({ urls }: { urls: readonly string[] }) => ({ [urls[0] ?? '']: 'data:a' }) }
  const { ports, client, pass } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const images = createImagesModel(ports)
  const seen: (string | null)[] = []
  const stop = effect(() => void seen.push(images.of(url(0))))
  expect([images.of(url(1)), images.of(url(0)), images.of(null)]).toEqual([null, null, null])
  expect([images.of('data:image/png;base64,AAAA'), images.of('javascript:alert(1)')]).toEqual([null, null])
  expect(client.sent).toEqual([])
  await pass(100)
  expect(client.sent).toEqual([{ name: 'images', input: { urls: [url(0), url(1)] } }])
  expect(seen).toEqual([null, 'data:a'])
  expect([images.of(url(0)), images.of(url(1))]).toEqual(['data:a', null])
  await pass(1_000)
  expect(client.sent).toHaveLength(1)
  stop()
})

it('splits long lists', async () => {
  const { ports, client, pass } = createFakePorts()
  const images = createImagesModel(ports)
  for (let index = 0; index < 90; index += 1) images.of(url(index))
  await pass(1_000)
  expect(client.sent.map(({ input }) => (input as { urls: string[] }).urls.length)).toEqual([40, 40, 10])
})

it.each([
  ['a failed', () => Promise.reject(new Error('no background'))],
  ['a missing', () => ({})],
])('requests %s logo again a minute later, and redraws its first readers', async (_which, missing) => {
  let isWell = false
  const answers = {
    images: () => (isWell ? { [url(0)]: 'data:a' } : missing()),
  }
  const { ports, client, pass } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const images = createImagesModel(ports)
  const seen: (string | null)[] = []
  const stop = effect(() => void seen.push(images.of(url(0))))
  await pass(50_000)
  images.of(url(0))
  await pass(5_000)
  expect(client.sent).toHaveLength(1)
  isWell = true
  await pass(10_000)
  images.of(url(0))
  await pass(100)
  expect(seen).toEqual([null, 'data:a'])
  stop()
})
