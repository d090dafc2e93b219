/** How the sandbox's wallet answers. People see `approve-by-hand`; the others are for journeys. */
export const walletModes = [
  'approve-by-hand',
  'auto',
  'reject',
  'locked',
  'blind-signing-off',
  'never',
  'twice',
  'wrong-account',
] as const

export type WalletMode = (typeof walletModes)[number]

export function isWalletMode(text: string | null): text is WalletMode {
  return walletModes.some((mode) => mode === text)
}
