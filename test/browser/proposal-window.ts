import { expect } from 'vitest'
import type { Driver, View } from './driver.ts'

export async function proposalWindow(driver: Driver): Promise<View> {
  const open = () =>
    driver.pages().find((one) => !one.isClosed() && one.url().includes('popup.html#/proposal'))
  await expect.poll(() => open()?.url()).toBeDefined()
  const found = open()
  if (found === undefined) throw new Error('the window is gone again')
  return found
}
