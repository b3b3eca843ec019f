/** As far as tests use it: the package comes without types. */
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): import('node:http').RequestListener;
    on(event: string, listener: (...args: unknown[]) => void): this;
  }
}
