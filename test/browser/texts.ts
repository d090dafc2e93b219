import messages from '../../public/_locales/en/messages.json'
import type { View } from './driver.ts'

/** Keys of texts that the browser gives otherwise than they are written: what stands in a sentence is filled in by us. */
export async function changedTexts(view: View): Promise<readonly string[]> {
  const said = (await view.run(
    `(() => {
      const { i18n } = globalThis.browser ?? globalThis.chrome
      return ${JSON.stringify(Object.keys(messages))}.map((key) => i18n.getMessage(key))
    })()`,
  )) as readonly string[]
  return Object.entries(messages).flatMap(([key, { message }], at) => (said[at] === message ? [] : [key]))
}
