import { captureHelmet, type Headers } from '../reply.js';

interface PolicyOptions {
  /** Origin of the portal: scripts are loaded only from there. */
  readonly origin: string;
  readonly filesUrl: string | null;
  readonly frameAncestors: readonly string[];
}

function policyOf({ origin, filesUrl, frameAncestors }: PolicyOptions): Headers {
  const files = ["'self'", ...(filesUrl === null ? [] : [filesUrl])];
  return captureHelmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [`${origin}/assets/`],
        styleSrc: ["'self'"],
        imgSrc: files,
        mediaSrc: files,
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: frameAncestors.length === 0 ? ["'none'"] : [...frameAncestors],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: frameAncestors.length === 0 ? { action: 'deny' } : false,
    strictTransportSecurity: false,
  });
}

/** Upper bound on the origins whose policies are kept: loopback names are as many as ports. */
const maxKept = 1000;

/** Policies by origin. @returns for `true`: of an answer that other sites may frame, which no session has */
export function policies(filesUrl: string | null, frameAncestors: readonly string[]) {
  const kept = new Map<string, Headers>();
  return (origin: string, isFramed: boolean): Headers => {
    const key = `${origin} ${isFramed}`;
    const headers = kept.get(key) ?? policyOf({ origin, filesUrl, frameAncestors: isFramed ? frameAncestors : [] });
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, headers);
    return headers;
  };
}
