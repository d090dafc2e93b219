export interface Scene {
  readonly name: 'quote' | 'review' | 'progress' | 'done' | 'history'
  readonly title: string
  readonly text: string
  /** A tab of this size instead of the popup. */
  readonly size?: { readonly width: number; readonly height: number }
}

export const tagline = 'Swap anywhere. Keep your wallet.'

/** In the stores' order. */
export const scenes: readonly Scene[] = [
  {
    name: 'quote',
    title: tagline,
    text: 'On one network or across networks. See what arrives, after every fee, before you decide.',
  },
  {
    name: 'review',
    title: 'Review before you sign.',
    text: 'Ferry compares every field of the request with your review. Approvals are exact, never unlimited.',
  },
  {
    name: 'progress',
    title: 'Close Ferry. The swap continues.',
    text: 'Ferry tracks each swap in the background, through restarts and sleep, and notifies you.',
  },
  {
    name: 'done',
    title: 'Verified means read on-chain.',
    text: 'What only the swap service says is called reported. Ferry reads the network itself to verify.',
  },
  {
    name: 'history',
    title: 'Your swaps stay with you.',
    text: 'Popup, side panel, window or tab. Your history is kept on your computer.',
    size: { width: 960, height: 640 },
  },
]

export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** The size that both stores accept. */
export const pictureSize = { width: 1280, height: 800 }

export const tileSize = { width: 440, height: 280 }

export const readmeSize = { width: 1296, height: 648 }

export function pictureName(scene: Scene, theme: Theme): string {
  return `${scenes.indexOf(scene) + 1}-${scene.name}-${theme}.png`
}
