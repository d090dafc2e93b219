/** The minimum that MetaMask's provider needs to start: its handshake, and a locked wallet. */
const say = (data: unknown): void =>
  window.postMessage({ target: 'metamask-inpage', data }, window.location.origin)

window.addEventListener('message', ({ source, data }) => {
  if (source !== window || data?.target !== 'metamask-contentscript') return
  const said = data.data
  if (said === 'SYN') say('ACK')
  const id = said?.data?.id
  if (said?.data?.method !== 'metamask_getProviderState') return
  const result = { accounts: [], chainId: '0x1', isUnlocked: false, networkVersion: '1' }
  say({ name: said.name, data: { jsonrpc: '2.0', id, result } })
})
say('SYN')
