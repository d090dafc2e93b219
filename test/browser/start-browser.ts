import { startChromium } from './chromium.ts'
import type { BrowserName, BrowserOptions, Driver } from './driver.ts'
import { startFirefox } from './firefox.ts'

export function startBrowser(name: BrowserName, options: BrowserOptions): Promise<Driver> {
  return name === 'firefox' ? startFirefox(options) : startChromium(options)
}
