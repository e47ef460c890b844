{{- /* The table of programs, made from the one that runs the mesh (scripts/deployment/programs.ts). */ -}}
{{- define "qsc.table" -}}
{{ .Files.Get "files/programs.json" }}
{{- end }}

{{- define "qsc.image" -}}
{{- with .Values.image }}
{{- .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{- define "qsc.selector" -}}
app.kubernetes.io/name: {{ .program.name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "qsc.labels" -}}
{{ include "qsc.selector" . }}
app.kubernetes.io/part-of: qsc
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "qsc.fullname" -}}
{{ printf "%s-%s" .root.Release.Name .program.name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "qsc.secretName" -}}
{{ .Values.secrets.existingSecret | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{- define "qsc.variable" -}}
{{ . | upper | replace "-" "_" }}
{{- end }}

{{- define "qsc.fromSecret" -}}
- name: {{ .name }}
  valueFrom: { secretKeyRef: { name: {{ include "qsc.secretName" .root }}, key: {{ .key | default .name }} } }
{{- end }}

{{- define "qsc.scheme" -}}
{{ ternary "https" "http" .Values.tls.enabled }}
{{- end }}

{{- define "qsc.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: mesh-secret, mountPath: /var/run/qsc/mesh, readOnly: true }
{{- if .Values.tls.enabled }}
- { name: tls, mountPath: /var/run/qsc/tls, readOnly: true }
{{- end }}
{{- end }}

{{- define "qsc.volumes" -}}
- { name: tmp, emptyDir: {} }
{{- /* A folder, since a single file (subPath) would stay as it was when the Secret changes. */}}
- name: mesh-secret
  secret: { secretName: {{ include "qsc.secretName" . }}, items: [{ key: MESH_SECRET, path: secret }], defaultMode: 0440 }
{{- if .Values.tls.enabled }}
- name: tls
  secret: { secretName: {{ required "tls.existingSecret names the Secret with tls.crt, tls.key and ca.crt" .Values.tls.existingSecret }}, defaultMode: 0440 }
{{- end }}
{{- end }}

{{- /* What a program gets: what its row names and nothing more. `databaseUser`: whose MongoDB address, if not its own. */ -}}
{{- define "qsc.environment" -}}
{{- $root := .root -}}
{{- $program := .program -}}
{{- $release := $root.Release.Name -}}
- { name: HTTP_HOST, value: "0.0.0.0" }
- { name: HTTP_PORT, value: "8080" }
{{- if $program.grpc }}
- { name: GRPC_HOST, value: "0.0.0.0" }
- { name: GRPC_PORT, value: "9090" }
{{- end }}
{{- if $program.edge }}
- { name: METRICS_PORT, value: "8081" }
{{- end }}
- { name: BASE_URL, value: {{ required "baseUrl is what clients call, such as https://quality.example.com" $root.Values.baseUrl | quote }} }
- { name: AUTH_URL, value: {{ required "authUrl is where tokens are issued, such as https://auth.example.com" $root.Values.authUrl | quote }} }
- { name: JWKS_URL, value: "{{ include "qsc.scheme" $root }}://{{ $release }}-identity:8080/.well-known/jwks.json" }
- { name: DRAIN_MS, value: "2000" }
- { name: LOG_LEVEL, value: {{ $root.Values.logLevel | quote }} }
- { name: SYSTEM_VERSION, value: {{ $root.Values.image.tag | default $root.Chart.AppVersion | quote }} }
{{- if $root.Values.tls.enabled }}
- { name: TLS_CERT_FILE, value: /var/run/qsc/tls/tls.crt }
- { name: TLS_KEY_FILE, value: /var/run/qsc/tls/tls.key }
- { name: TLS_CA_FILE, value: /var/run/qsc/tls/ca.crt }
{{- if and $root.Values.tls.requireClientCertificate (not $program.edge) }}
- { name: TLS_HTTP_CLIENTS, value: mesh }
{{- end }}
{{- end }}
{{- range $program.asks }}
- { name: {{ include "qsc.variable" . }}_GRPC_URL, value: "{{ $release }}-{{ . }}:9090" }
{{- end }}
{{- range $program.forwards }}
- { name: {{ include "qsc.variable" . }}_HTTP_URL, value: "{{ include "qsc.scheme" $root }}://{{ $release }}-{{ . }}:8080" }
{{- end }}
{{- if $program.keepsData }}
- { name: MONGODB_DATABASE_PREFIX, value: {{ $root.Values.mongodb.databasePrefix | quote }} }
{{- $key := "MONGODB_URI" }}
{{- if $root.Values.mongodb.uriOfEachProgram }}{{ $key = printf "MONGODB_URI_%s" (include "qsc.variable" (.databaseUser | default $program.name)) }}{{ end }}
{{ include "qsc.fromSecret" (dict "root" $root "name" "MONGODB_URI" "key" $key) }}
{{- $key = "AMQP_URL" }}
{{- if $root.Values.rabbitmq.uriOfEachProgram }}{{ $key = printf "AMQP_URL_%s" (include "qsc.variable" $program.name) }}{{ end }}
{{ include "qsc.fromSecret" (dict "root" $root "name" "AMQP_URL" "key" $key) }}
{{- end }}
{{- range $program.secrets }}
{{- if eq . "MESH_SECRET" }}
- { name: MESH_SECRET_FILE, value: /var/run/qsc/mesh/secret }
{{- else }}
{{ include "qsc.fromSecret" (dict "root" $root "name" .) }}
{{- end }}
{{- end }}
{{- if and $root.Values.valkey.enabled (has "REDIS_URL" $program.options) }}
{{ include "qsc.fromSecret" (dict "root" $root "name" "REDIS_URL") }}
{{- end }}
{{- range $name, $value := (index $root.Values.programs $program.name).env }}
- name: {{ $name }}
  {{- if kindIs "map" $value }}
  {{- toYaml $value | nindent 2 }}
  {{- else }}
  value: {{ $value | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "qsc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "qsc.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
