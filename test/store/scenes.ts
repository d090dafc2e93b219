/** One picture of a store's page: what it says beside the screen it shows. */
export interface Scene {
  readonly name: 'quote' | 'review' | 'progress' | 'done' | 'history'
  readonly title: string
  readonly text: string
  /** A tab of this size instead of the popup. */
  readonly size?: { readonly width: number; readonly height: number }
}

/** In the order a store shows them. */
export const scenes: readonly Scene[] = [
  {
    name: 'quote',
    title: 'Swap with the wallet you already have.',
    text: 'On one chain or across chains. You see what arrives, after every fee, before you decide.',
  },
  {
    name: 'review',
    title: 'Read it before your wallet asks.',
    text: 'What is shown is what is signed. Every field is compared with your review, and approvals are exact.',
  },
  {
    name: 'progress',
    title: 'Close it. The swap goes on.',
    text: 'Ferry follows each swap in the background, through restarts and sleep, and tells you when it is over.',
  },
  {
    name: 'done',
    title: 'Done means seen on chain.',
    text: "A service's word is called reported. Verified is only what Ferry has read from the chain itself.",
  },
  {
    name: 'history',
    title: 'Your swaps stay with you.',
    text: 'Popup, side panel, window or tab. The history is kept on your computer.',
    size: { width: 960, height: 640 },
  },
]

export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** What both stores take. */
export const pictureSize = { width: 1280, height: 800 }

/** Chrome's small tile. */
export const tileSize = { width: 440, height: 280 }

/** The README's picture. */
export const readmeSize = { width: 1296, height: 648 }

/** A picture's file in this folder. */
export function pictureName(scene: Scene, theme: Theme): string {
  return `${scenes.indexOf(scene) + 1}-${scene.name}-${theme}.png`
}
