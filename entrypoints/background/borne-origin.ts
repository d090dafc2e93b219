import type { Deployment } from '../../lib/deployment/deployment.ts'
import { browser } from '../../lib/platform/browser.ts'
import { originRule } from '../../lib/service/origin-rule.ts'

/**
 * Has the browser put the operator's origin on what this background asks of the service, where the deployment file names
 * one. The rule ends with the browser's session and is set at each start: no package leaves one behind for the next.
 */
export async function bearOrigin(service: Deployment['service']): Promise<void> {
  const rule = originRule(service, new URL(browser.runtime.getURL('')).host)
  if (rule === null) return
  await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: [rule.id], addRules: [rule] })
}
