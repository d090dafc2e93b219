import { expect, test } from 'vitest'
import type { FerryAnnouncement } from '../../../lib/sites/ferry-provider.d.ts'
import { pageToRelay, relayToPage } from '../../../lib/sites/handshake.ts'
import { startPage } from '../../../lib/sites/start-page.ts'
import { FakeWindow } from '../rpc/fake-window.ts'
import { ManualWait, settled } from '../rpc/manual-wait.ts'

const word = '00000000-0000-4000-8000-000000000001'

/** A started page script, with the announcements that the page receives. */
function started() {
  const win = new FakeWindow('https://shop.example/')
  const announced: FerryAnnouncement[] = []
  win.addEventListener('ferry:announceProvider', ((event: CustomEvent<FerryAnnouncement>) => {
    announced.push(event.detail)
  }) as never)
  const dispatch = win.dispatchEvent.bind(win)
  const say = (reported: object, name = relayToPage + word) =>
    dispatch(new CustomEvent(name, { detail: JSON.stringify(reported) }))
  startPage(win, word, (act, ms) => void new ManualWait().wait(ms).then(act))
  return { win, announced, say }
}

test('before a message of the relay it announces nothing, on requests or on a forged message', async () => {
  const { win, announced, say } = started()
  say({ here: true }, relayToPage)
  for (const sign of ['ferry:requestProvider', 'load', 'DOMContentLoaded']) win.dispatchEvent(new Event(sign))
  await settled()
  expect(announced).toEqual([])
  say({ here: true })
  expect(announced.map(({ info }) => info.uuid)).toEqual([word])
})

test('M9: patches of the page before the first message are neither called nor trusted', async () => {
  const { win, announced } = started()
  const called: string[] = []
  const spy = (name: string) => () => {
    called.push(name)
    return null as never
  }
  win.addEventListener = spy('addEventListener')
  win.dispatchEvent = spy('dispatchEvent')
  const { parse, stringify } = JSON
  const { freeze, assign, keys, setPrototypeOf } = Object
  const here = new CustomEvent(relayToPage + word, { detail: '{"here":true}' })
  try {
    Object.assign(Object, { freeze: spy('freeze'), keys: spy('keys'), setPrototypeOf: spy('setPrototypeOf') })
    JSON.parse = spy('parse')
    JSON.stringify = spy('stringify')
    FakeWindow.prototype.dispatchEvent.call(win, here)
    void announced[0]?.provider.request({ method: 'ferry_getCapabilities' } as never)
  } finally {
    JSON.parse = parse
    JSON.stringify = stringify
    assign(Object, { freeze, keys, setPrototypeOf })
  }
  expect(announced).toHaveLength(1)
  expect(called).toEqual([])
  expect(win.channelMessages.at(-1)).toEqual({
    name: pageToRelay + word,
    text: '{"id":"1","method":"ferry_getCapabilities"}',
  })
})
