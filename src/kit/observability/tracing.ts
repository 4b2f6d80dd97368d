/** OpenTelemetry traces: a span per request and job, sent to OTEL_EXPORTER_OTLP_ENDPOINT. Nothing is loaded without it. */
import type { Span, SpanContext, Tracer } from '@opentelemetry/api'

export interface Tracing {
  /** Runs the work in a span of its own. `parent` is a W3C traceparent header. A failure marks the span and is thrown on. */
  span<T>(name: string, attributes: Record<string, string | number>, work: (span: Span) => Promise<T>, parent?: string): Promise<T>
  /** Sends what is gathered; at the end of the process. */
  end(): Promise<void>
}

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The caller's span, out of its header; undefined when it is none. Source: W3C Trace Context §3.2. */
export function toSpanContext(header: string | undefined): SpanContext | undefined {
  const parts = traceparent.exec(header ?? '')
  if (!parts || /^0+$/.test(parts[1] as string) || /^0+$/.test(parts[2] as string)) return undefined
  return { traceId: parts[1] as string, spanId: parts[2] as string, traceFlags: Number.parseInt(parts[3] as string, 16) & 1, isRemote: true }
}

/** `endpoint` is the base address of an OTLP collector over HTTP; traces go to its /v1/traces. */
export async function startTracing(endpoint: string, serviceName = 'atrium'): Promise<Tracing> {
  const [api, { BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer: Tracer = provider.getTracer('atrium')
  return {
    span: async (name, attributes, work, parent) => {
      const caller = toSpanContext(parent)
      const context = caller ? api.trace.setSpanContext(api.ROOT_CONTEXT, caller) : api.ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes, kind: parent === undefined ? api.SpanKind.INTERNAL : api.SpanKind.SERVER }, context)
      try {
        return await work(span)
      } catch (error) {
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    end: () => provider.shutdown(),
  }
}
