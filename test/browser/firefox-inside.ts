import { evaluate } from './bidi-value.ts'
import { firefoxId } from './firefox-profile.ts'
import type { ProtocolData, ProtocolSocket } from './protocol-socket.ts'

/** Functions that only Firefox's own window offers for an extension. */
export interface FirefoxInside {
  /** Whether an extension of the profile has started. Before that it has no pages and no content scripts. */
  isStarted(extensionId: string): Promise<boolean>
  /** Identifies the current life of the event page; null while it sleeps. Each life has another id. */
  backgroundLife(): Promise<string | null>
  /** Stops Ferry's background, unless another extension is named. */
  stopBackground(extensionId?: string): Promise<void>
  /** Reloads an extension; resolves when it can be called again. */
  reload(extensionId: string): Promise<void>
  revokeHosts(): Promise<void>
  sideUrl(): Promise<string | null>
  closeSide(): Promise<void>
  pressIcon(): Promise<void>
  /** Installs a newer build over Ferry, as an update does when the background rests. */
  install(file: string, version: string): Promise<void>
  setPref(name: string, value: number): Promise<void>
}

/** Uses the browser's own window, which `--remote-allow-system-access` opens to us. */
export function firefoxInside(bidi: ProtocolSocket): FirefoxInside {
  /** Windows come and go with their last tab. */
  async function window(): Promise<string> {
    const { contexts } = await bidi.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
    const found = (contexts as readonly ProtocolData[])[0]?.context
    if (typeof found !== 'string') throw new Error('Firefox shows no window of its own')
    return found
  }
  const run = async (body: string, extensionId = firefoxId) =>
    evaluate(
      bidi,
      await window(),
      `(async () => {
        const id = ${JSON.stringify(extensionId)}
        const extension = WebExtensionPolicy.getByID(id)?.extension
        if (extension === undefined) throw new Error(id + ' is not installed')
        ${body}
      })()`,
    )
  return {
    isStarted: async (extensionId) => {
      const policy = `WebExtensionPolicy.getByID(${JSON.stringify(extensionId)})`
      return (await evaluate(bidi, await window(), `${policy}?.active === true`)) === true
    },
    backgroundLife: async () =>
      (await run(`
        const page = [...extension.views].find((view) => view.viewType === 'background')
        return extension.backgroundState === 'running' && page !== undefined ? String(page.contextId) : null
      `)) as string | null,
    stopBackground: async (extensionId) => {
      await run('await extension.terminateBackground({ disableResetIdleForTest: true })', extensionId)
    },
    reload: async (extensionId) => {
      await run(
        `
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs')
        await (await AddonManager.getAddonByID(id)).reload()
        await WebExtensionPolicy.getByID(id).readyPromise
        `,
        extensionId,
      )
    },
    revokeHosts: async () => {
      await run(`
        const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs')
        const { origins } = await ExtensionPermissions.get(id)
        await ExtensionPermissions.remove(id, { permissions: [], origins }, extension)
      `)
    },
    sideUrl: async () =>
      (await run(`
        return [...extension.views].find((view) => view.viewType === 'sidebar')?.uri.spec ?? null
      `)) as string | null,
    closeSide: async () => {
      await run('SidebarController.hide()')
    },
    pressIcon: async () => {
      await run(`
        const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
        await ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window)
      `)
    },
    install: async (file, version) => {
      await run(`
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs')
        const { FileUtils } = ChromeUtils.importESModule('resource://gre/modules/FileUtils.sys.mjs')
        const install = await AddonManager.getInstallForFile(new FileUtils.File(${JSON.stringify(file)}))
        // An update that the extension wants to wait for is put off; this one does not wait.
        install.promptHandler = () => Promise.resolve()
        await new Promise((done, fail) => {
          install.addListener({
            onInstallEnded: done,
            onInstallPostponed: () => install.continuePostponedInstall().then(done, fail),
            onInstallFailed: () => fail(new Error('the update failed: ' + install.error)),
          })
          install.install()
        })
        for (let looks = 0; looks < 1200; looks += 1) {
          if (WebExtensionPolicy.getByID(id)?.extension?.version === ${JSON.stringify(version)}) return
          await new Promise((done) => setTimeout(done, 50))
        }
        throw new Error('the update did not come')
      `)
    },
    setPref: async (name, value) => {
      await run(`Services.prefs.setIntPref(${JSON.stringify(name)}, ${value})`)
    },
  }
}
