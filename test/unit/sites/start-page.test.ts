import { expect, test } from 'vitest'
import type { FerryAnnouncement } from '../../../lib/sites/ferry-provider.d.ts'
import { pageToRelay, relayToPage } from '../../../lib/sites/handshake.ts'
import { startPage } from '../../../lib/sites/start-page.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { ManualWait, settled } from '../rpc/manual-wait.ts'

const word = '00000000-0000-4000-8000-000000000001'

/** A started page script, with the announcements and messages that the page receives. */
function started() {
  const win = new FakeWindow('https://shop.example/')
  const announced: FerryAnnouncement[] = []
  const posts: { channel: string; text: string }[] = []
  win.addEventListener('ferry:announceProvider', ((event: CustomEvent<FerryAnnouncement>) => {
    announced.push(event.detail)
  }) as never)
  win.addEventListener('message', ((event: { data: { channel: string; text: string } }) => {
    posts.push(event.data)
  }) as never)
  const post = win.postMessage.bind(win)
  const say = (told: object) =>
    post({ channel: relayToPage + word, text: JSON.stringify(told) }, win.location.origin)
  const begin = startPage(win as never, (act, ms) => void new ManualWait().wait(ms).then(act))
  return { win, announced, posts, say, begin }
}

test('before its start it announces nothing, on requests or on a forged message of the relay', async () => {
  const { win, announced, posts, say, begin } = started()
  say({ here: true })
  await settled()
  for (const sign of ['ferry:requestProvider', 'load', 'DOMContentLoaded']) win.dispatchEvent(new Event(sign))
  await settled()
  expect([announced, posts.length]).toEqual([[], 1])
  begin(word)
  say({ here: true })
  await settled()
  expect(announced.map(({ info }) => info.uuid)).toEqual([word])
})

test('M9: patches of the page before the start are neither called nor trusted', async () => {
  const { win, announced, posts, say, begin } = started()
  const called: string[] = []
  const spy = (name: string) => () => {
    called.push(name)
    return null as never
  }
  win.addEventListener = spy('addEventListener')
  win.dispatchEvent = spy('dispatchEvent')
  win.postMessage = spy('postMessage')
  const { parse, stringify } = JSON
  const { freeze, assign, keys, setPrototypeOf } = Object
  try {
    Object.assign(Object, { freeze: spy('freeze'), keys: spy('keys'), setPrototypeOf: spy('setPrototypeOf') })
    begin(word)
    say({ here: true })
    JSON.parse = spy('parse')
    JSON.stringify = spy('stringify')
    await settled()
    void announced[0]?.provider.request({ method: 'ferry_getCapabilities' } as never)
    await settled()
  } finally {
    JSON.parse = parse
    JSON.stringify = stringify
    assign(Object, { freeze, keys, setPrototypeOf })
  }
  expect(announced).toHaveLength(1)
  expect(called).toEqual([])
  expect(posts.at(-1)).toEqual({
    channel: pageToRelay + word,
    text: '{"id":"1","method":"ferry_getCapabilities"}',
  })
})
