import { expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { useJourney } from './journey.ts'

const journey = useJourney({ isShared: true })

it('renders every text as it is written, warnings too', async () => {
  const ferry = await journey().driver.openFerry()
  const said = (await ferry.run(
    `(() => {
      const { i18n } = globalThis.browser ?? globalThis.chrome
      return ${JSON.stringify(Object.keys(messages))}.map((key) => i18n.getMessage(key))
    })()`,
  )) as readonly string[]
  const changed = Object.entries(messages).flatMap(([key, { message }], at) =>
    said[at] === message ? [] : [key],
  )
  expect(changed).toEqual([])
})

it('opens every page in the language of its texts', async () => {
  const { driver } = journey()
  for (const hash of ['', '#/settings']) {
    const ferry = await driver.openFerry(hash)
    expect(await ferry.run('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      messages.textLanguage.message,
      messages.textDirection.message,
    ])
  }
})
