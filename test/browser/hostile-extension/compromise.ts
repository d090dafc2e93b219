import { appendFile, cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Added to Ferry's own content script. The page under test commands it. */
const foreign = `
;(() => {
  const { runtime, storage } = chrome
  const refused = () => null
  addEventListener('stores:try', async ({ detail }) => {
    const planted = JSON.parse(detail)
    const found = {}
    for (const name of ['local', 'session', 'sync', 'managed']) {
      const area = storage[name]
      found[name] = area ? await area.get(null).then(Object.keys, refused) : null
      if (area) await area.set(planted).catch(refused)
      if (area?.setAccessLevel) {
        await area.setAccessLevel({ accessLevel: 'TRUSTED_AND_UNTRUSTED_CONTEXTS' }).catch(refused)
      }
    }
    found.databases = (await indexedDB.databases()).map(({ name }) => name)
    dispatchEvent(new CustomEvent('stores:tried', { detail: JSON.stringify(found) }))
  })
  addEventListener('compromised:try', async ({ detail }) => {
    const { messages, ports } = JSON.parse(detail)
    const answers = []
    for (const message of messages) {
      answers.push(await runtime.sendMessage(message).then((answer) => answer ?? null, () => null))
    }
    for (const name of ports) {
      answers.push(await new Promise((done) => {
        const port = runtime.connect({ name })
        port.onMessage.addListener(done)
        port.onDisconnect.addListener(() => done(null))
      }))
    }
    dispatchEvent(new CustomEvent('compromised:tried', { detail: JSON.stringify(answers) }))
  })
})()
`

/** With a content script that obeys the page, as in a compromised renderer. */
export async function compromise(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'ferry-compromised-'))
  await cp(folder, copy, { recursive: true })
  await appendFile(join(copy, 'content-scripts', 'content.js'), foreign)
  return copy
}
